/** How the page looks while its room is open: the other side large, oneself small, and the controls under them. */
export const roomStyle = `
[hidden] { display: none !important }
.in-room main { max-width: 960px; margin-top: 0 }
.in-room .when { display: none }
#state { margin: 0 0 12px; color: var(--text); font-weight: 600 }
#state:focus { outline: none }
#stage { position: relative; aspect-ratio: 16 / 9; max-height: 68vh; margin: 0 auto 12px; overflow: hidden; background: #0c1216;
  border-radius: 8px }
#remote { width: 100%; height: 100%; object-fit: contain }
#remote[data-empty] { visibility: hidden }
#stage figure { position: absolute; right: 12px; bottom: 12px; width: 22%; min-width: 96px; margin: 0; overflow: hidden;
  aspect-ratio: 4 / 3; background: #34424b; border: 2px solid #0c1216; border-radius: 8px }
#own { width: 100%; height: 100%; object-fit: cover }
#own[data-mirrored] { transform: scaleX(-1) }
figcaption { position: absolute; left: 6px; bottom: 4px; padding: 0 6px; background: #0c1216; border-radius: 4px; color: #fff;
  font-size: 12px }
#problem { padding: 12px; background: var(--canvas); border: 1px solid var(--line); border-radius: 8px; color: var(--text) }
#controls { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 12px }
#controls button { flex: 1 1 120px; width: auto; background: var(--canvas); border: 1px solid var(--line); color: var(--text) }
#controls [data-off] { background: var(--text); color: var(--card) }
#controls #leave { background: #b42318; border-color: #b42318; color: #fff }
#devices { display: flex; flex-wrap: wrap; gap: 12px }
#devices label { flex: 1 1 200px; font-size: 14px }
#devices select { width: 100%; min-height: 44px; padding: 0 8px; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; color: var(--text); font: inherit }
#room > button, #room .hint { margin-bottom: 20px }
@media (max-width: 600px) {
  .in-room { padding: 0 }
  .in-room main { min-height: 100vh; padding: 16px 12px; border: 0; border-radius: 0 }
  #stage { aspect-ratio: 3 / 4; max-height: 52vh }
}
`;
