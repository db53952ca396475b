/** A letter page in black, the business's name and the code; on a screen with a button above, which isn't printed. */
export const posterStyles = `
@page { size: letter; margin: 0.75in }
* { box-sizing: border-box }
body { margin: 0; background: #e8ecef; color: #151d23;
  font: 16px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
header { display: flex; justify-content: center; padding: 16px }
button { min-height: 44px; padding: 8px 24px; border: 0; border-radius: 8px; background: #016b70; color: #fff; font: inherit;
  font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid #016b70; outline-offset: 3px }
main { display: flex; flex-direction: column; align-items: center; justify-content: space-between; gap: 4vmin;
  width: min(8.5in, 100%); min-height: min(11in, 129vw); margin: 0 auto 32px; padding: 0.75in 6%; background: #fff;
  text-align: center; overflow-wrap: anywhere; text-wrap: balance }
h1 { margin: 0; font-size: clamp(26px, 6vw, 56px); line-height: 1.15 }
.place { margin: 8px 0 0; font-size: clamp(16px, 2.6vw, 24px); color: #4a565f }
.ask { margin: 0; font-size: clamp(22px, 4.4vw, 40px); font-weight: 600 }
.ask span { display: block; font-size: 0.7em; font-weight: 400; color: #4a565f }
figure { width: min(4.5in, 80%); margin: 0 }
figure svg { display: block; width: 100%; height: auto }
.how { margin: 0; font-size: clamp(15px, 2.2vw, 20px); color: #4a565f }
@media print {
  body { background: #fff }
  header { display: none }
  main { width: auto; min-height: 9.4in; margin: 0; padding: 0 }
}
`;
