/** The page's look: colors of the app's own scheme, for people who have never seen the app. */
export const pageStyle = `
:root { --canvas: #f4f7f8; --card: #fff; --line: #d3dade; --text: #151d23; --soft: #4b555e; --brand: #016b70; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0c1216; --card: #121a1f; --line: #34424b; --text: #e9eef1; --soft: #b0bbc2; --brand: #6fd3d7; --on: #062e30 }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 8vh auto 0; padding: 32px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 20px; color: var(--soft) }
p:last-child { margin-bottom: 0 }
.when { color: var(--text); font-size: 18px; font-weight: 600 }
.state { color: var(--text) }
.hint { margin: 8px 0 0; font-size: 14px }
a { color: var(--brand) }
form { margin: 0 0 24px }
button { min-height: 48px; width: 100%; padding: 8px 20px; border: 0; border-radius: 8px; background: var(--brand);
  color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
`;
