/** The page's look: colors of the app's own scheme, for people who have never seen the app. */
export const styles = `
:root { --canvas: #f5f8fa; --card: #fff; --line: #d9dde1; --text: #151d23; --soft: #4a565f; --brand: #016b70; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #10171c; --card: #182127; --line: #33404a; --text: #eef2f4; --soft: #b4c0c8; --brand: #5ed0d3; --on: #07282a }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 8vh auto 0; padding: 32px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 24px; color: var(--soft) }
a { color: var(--brand) }
form { display: grid; gap: 12px; margin: 0 0 24px }
form:last-child { margin: 0 }
button { min-height: 48px; width: 100%; padding: 8px 20px; border: 1px solid var(--brand); border-radius: 8px; font: inherit;
  font-weight: 600; cursor: pointer }
.main { background: var(--brand); color: var(--on) }
.quiet { border-color: transparent; background: transparent; color: var(--brand) }
button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
`;
