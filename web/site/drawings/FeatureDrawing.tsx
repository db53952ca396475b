import type { ReactNode } from "react";

const drawings: Record<string, ReactNode> = {
  inbox: (
    <>
      <rect className="card" x="30" y="24" width="340" height="232" rx="16" />
      <path className="edge" d="M150 24v232" />
      {[0, 1, 2, 3].map((row) => (
        <g key={row} transform={`translate(0 ${row * 54})`}>
          <circle className={`face-${(row % 3) + 1}`} cx="58" cy="56" r="13" />
          <path className="line" d="M80 51h52M80 63h34" />
        </g>
      ))}
      <circle className="unread" cx="136" cy="104" r="5" />
      <rect className="theirs" x="168" y="46" width="120" height="38" rx="12" />
      <path className="theirs-text" d="M182 60h88M182 72h54" />
      <rect className="ours" x="226" y="98" width="126" height="52" rx="12" />
      <path className="ours-text" d="M240 113h96M240 125h96M240 137h52" />
      <rect className="theirs" x="168" y="164" width="88" height="26" rx="12" />
      <path className="theirs-text" d="M182 177h56" />
      <rect className="field" x="168" y="212" width="184" height="28" rx="14" />
      <path className="field-text" d="M184 226h60" />
    </>
  ),
  appointments: (
    <>
      <rect className="card" x="60" y="40" width="280" height="220" rx="16" />
      <path className="band" d="M76 40h248a16 16 0 0 1 16 16v36H60V56a16 16 0 0 1 16-16Z" />
      <path className="pins" d="M118 28v28M282 28v28" />
      {[0, 1, 2].flatMap((row) =>
        [0, 1, 2, 3, 4].map((day) => (
          <rect
            key={`${row}-${day}`}
            className={row === 1 && day === 3 ? "day-chosen" : "day"}
            x={82 + day * 49}
            y={110 + row * 48}
            width="40"
            height="36"
            rx="8"
          />
        )),
      )}
      <path className="day-tick" d="m240 176 7 7 13-15" />
    </>
  ),
  locations: (
    <>
      <path className="edge" d="M20 256h360" />
      <path className="house" d="M46 254V164l64-52 64 52v90Z" />
      <path className="house" d="M226 254V150l74-60 74 60v104Z" />
      <path className="roof" d="m34 172 76-62 76 62M214 158l86-70 86 70" />
      <rect className="window" x="92" y="206" width="36" height="48" rx="4" />
      <rect className="window" x="280" y="204" width="40" height="50" rx="4" />
      <rect className="window" x="252" y="168" width="28" height="24" rx="4" />
      <rect className="window" x="320" y="168" width="28" height="24" rx="4" />
      <path
        className="theirs"
        d="M66 44h96a12 12 0 0 1 12 12v24a12 12 0 0 1-12 12h-38l-14 12-14-12H66a12 12 0 0 1-12-12V56a12 12 0 0 1 12-12Z"
      />
      <path className="theirs-text" d="M70 61h88M70 75h56" />
      <path
        className="ours"
        d="M250 18h96a12 12 0 0 1 12 12v24a12 12 0 0 1-12 12h-32l-14 12-14-12h-36a12 12 0 0 1-12-12V30a12 12 0 0 1 12-12Z"
      />
      <path className="ours-text" d="M254 35h88M254 49h56" />
    </>
  ),
};

/** The illustration of a landing page feature, by the feature's anchor. */
export function FeatureDrawing({ of }: { of: string }) {
  return (
    <svg className="feature-drawing" viewBox="0 0 400 280" aria-hidden="true">
      {drawings[of]}
    </svg>
  );
}
