/** The hero illustration: an inbox with a conversation under a roof. */
export function HeroDrawing() {
  return (
    <svg className="hero-drawing" viewBox="0 0 580 470" aria-hidden="true">
      <circle className="sky" cx="300" cy="225" r="215" />
      <path className="roof-shade" d="M66 202 280 44l214 158Z" />
      <path className="wall" d="M92 190h376v226a18 18 0 0 1-18 18H110a18 18 0 0 1-18-18Z" />
      <path className="roof" d="M52 208 280 40l228 168" />
      <g className="list">
        <rect className="row-open" x="106" y="214" width="122" height="52" rx="10" />
        <circle className="face-1" cx="128" cy="240" r="12" />
        <path d="M150 235h62M150 247h40" />
        <circle className="face-2" cx="128" cy="296" r="12" />
        <path d="M150 291h54M150 303h46" />
        <circle className="unread" cx="216" cy="291" r="5" />
        <circle className="face-3" cx="128" cy="352" r="12" />
        <path d="M150 347h60M150 359h30" />
        <path className="edge" d="M240 204v216" />
      </g>
      <path
        className="theirs"
        d="M272 214h118a14 14 0 0 1 14 14v26a14 14 0 0 1-14 14h-106l-18 12v-12a8 8 0 0 1-8-8v-32a14 14 0 0 1 14-14Z"
      />
      <path className="theirs-text" d="M276 233h104M276 249h70" />
      <path
        className="ours"
        d="M322 290h112a14 14 0 0 1 14 14v42a8 8 0 0 1-8 8v12l-18-12H322a14 14 0 0 1-14-14v-36a14 14 0 0 1 14-14Z"
      />
      <path className="ours-text" d="M326 308h104M326 322h86M326 336h52" />
      <path className="tick" d="m414 336 5 5 10-11" />
      <rect className="field" x="256" y="386" width="150" height="30" rx="15" />
      <path className="field-text" d="M272 401h64" />
      <circle className="send" cx="432" cy="401" r="15" />
      <path className="send-arrow" d="M432 408v-14m-6 6 6-6 6 6" />
      <g className="phone">
        <rect className="phone-body" x="472" y="250" width="92" height="170" rx="16" />
        <rect className="theirs" x="484" y="284" width="54" height="24" rx="8" />
        <rect className="ours" x="498" y="316" width="54" height="32" rx="8" />
        <path className="ours-text" d="M507 328h36M507 338h24" />
        <path className="theirs-text" d="M493 296h34M502 264h32" />
      </g>
    </svg>
  );
}
