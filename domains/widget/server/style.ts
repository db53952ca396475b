import type { WidgetSettings } from "../contract.ts";
import { textOn } from "../rules.ts";

/**
 * The page's styles. Colors of both schemes are set on the parts, never on the root: a root of another scheme than the
 * website's makes the frame opaque around the bubble.
 */
export function styleOf({ color, side }: Pick<WidgetSettings, "color" | "side">): string {
  return `*{box-sizing:border-box}[hidden]{display:none!important}
html,body{margin:0;height:100%;background:none;font:16px/1.45 "Inter Variable",Inter,system-ui,sans-serif}
body{display:flex;flex-direction:column;justify-content:flex-end;align-items:${side === "left" ? "flex-start" : "flex-end"};
--s:#fff;--t:#151d23;--t2:#4b555e;--l:#e5eaed;--f:#8c939b;--r:#a11f25;--b:${color};--bt:${textOn(color)}}
@media(prefers-color-scheme:dark){body{--s:#121a1f;--t:#e9eef1;--t2:#b0bbc2;--l:#34424b;--f:#717c84;--r:#ffaaa3}}
main{display:flex;flex-direction:column;width:100%;max-width:24rem;height:100%;max-height:100%;overflow:hidden;background:var(--s);color:var(--t);
animation:show .2s .3s both}
@keyframes show{from{opacity:0}}
.framed main{animation:none;margin:12px;width:calc(100% - 24px);height:calc(100% - 24px);border-radius:16px;box-shadow:0 8px 28px -6px rgba(13,30,36,.45)}
header{display:flex;gap:8px;align-items:flex-start;padding:16px;background:var(--b);color:var(--bt)}
header div{flex:1;min-width:0}
h1{margin:0;font-size:18px;line-height:24px;overflow-wrap:anywhere}
header p{margin:4px 0 0;font-size:14px;overflow-wrap:anywhere}
.body{flex:1;overflow:auto;padding:16px;overscroll-behavior:contain}
form{display:grid;gap:12px}
label{display:block;font-size:14px;font-weight:550}
input,textarea{display:block;width:100%;margin-top:4px;padding:9px 12px;font:inherit;color:inherit;background:none;border:1px solid var(--f);border-radius:8px}
textarea{resize:vertical;min-height:84px}
[aria-invalid]{border-color:var(--r)}
.body .error{margin:4px 0 0;font-size:14px;color:var(--r)}
.alert{margin:0 0 12px;padding:10px 12px;border:1px solid var(--r);border-radius:8px;color:var(--r);font-size:14px}
.check{display:grid;grid-template-columns:auto 1fr;gap:8px;font-weight:400;font-size:13px;color:var(--t2)}
.check input{width:18px;height:18px;margin:1px 0 0;color-scheme:light dark}
small{display:block;font-size:12px;line-height:16px;color:var(--t2)}
a{color:inherit}
.go,#open,#elsewhere,#close{font:inherit;font-weight:600;border:0;cursor:pointer;background:var(--b);color:var(--bt)}
.go{display:block;width:100%;min-height:44px;padding:10px 16px;border-radius:8px;text-align:center;text-decoration:none}
.go[disabled]{opacity:.7}
#open,#elsewhere{margin:12px;min-height:52px;padding:0 20px;border-radius:26px;box-shadow:0 4px 14px rgba(13,30,36,.35);white-space:nowrap}
#elsewhere{display:none;line-height:52px;color:var(--bt);text-decoration:none}
.away main{display:none}.away #elsewhere{display:block}
@media(max-height:200px){body:not(.framed) main{display:none}body:not(.framed) #elsewhere{display:block}}
#close{flex:none;width:44px;height:44px;margin:-8px -8px 0 0;border-radius:8px;font-size:24px;line-height:1}
:focus-visible{outline:3px solid var(--t);outline-offset:2px}
header :focus-visible,.go:focus-visible,#open:focus-visible,#elsewhere:focus-visible{outline-color:var(--bt);outline-offset:-5px}
.trap{position:absolute;left:-9999px}
#messages{list-style:none;margin:0 0 16px;padding:0;display:grid;gap:8px}
#messages li{padding:8px 12px;border:1px solid var(--l);border-radius:12px;margin-left:32px;overflow-wrap:anywhere;white-space:pre-wrap}
#messages .us{margin:0 32px 0 0;background:var(--l)}
#messages b,#messages time{font-size:12px}
#messages p{margin:2px 0 0}
.body form{margin:0 0 16px}
h2{margin:0 0 8px;font-size:18px}
.body p{margin:0 0 12px}
@media(prefers-reduced-motion:reduce){main{animation:none}}`;
}
