/** An illustration: the roofs of a street with conversations above them. */
export function Rooftops() {
  return (
    <svg viewBox="0 0 800 420" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
      <g fill="var(--mantine-color-harbor-7)" opacity="0.55">
        <path d="M-20 420V280l110-90 110 90v140Z" />
        <path d="M330 420V250l130-105 130 105v170Z" />
        <path d="M640 420V290l100-80 100 80v130Z" />
      </g>
      <g fill="var(--mantine-color-harbor-9)">
        <path d="M120 420V310l120-95 120 95v110Z" />
        <path d="M520 420V320l110-88 110 88v100Z" />
      </g>
      <g
        fill="none"
        stroke="var(--mantine-color-harbor-3)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="m108 318 132-105 132 105" />
        <path d="m508 328 122-97 122 97" />
      </g>
      <g fill="var(--mantine-color-harbor-3)" opacity="0.9">
        <rect x="210" y="330" width="24" height="30" rx="3" />
        <rect x="246" y="330" width="24" height="30" rx="3" />
        <rect x="600" y="345" width="22" height="28" rx="3" />
        <rect x="634" y="345" width="22" height="28" rx="3" />
      </g>
      <g>
        <path
          fill="var(--mantine-color-white)"
          d="M236 104h132a16 16 0 0 1 16 16v34a16 16 0 0 1-16 16h-96l-24 20v-20h-12a16 16 0 0 1-16-16v-34a16 16 0 0 1 16-16Z"
        />
        <rect x="242" y="122" width="112" height="8" rx="4" fill="var(--mantine-color-harbor-3)" />
        <rect x="242" y="142" width="76" height="8" rx="4" fill="var(--mantine-color-harbor-2)" />
        <path
          fill="var(--mantine-color-harbor-3)"
          d="M512 128h118a16 16 0 0 1 16 16v30a16 16 0 0 1-16 16h-8v20l-24-20h-86a16 16 0 0 1-16-16v-30a16 16 0 0 1 16-16Z"
        />
        <rect x="518" y="146" width="102" height="8" rx="4" fill="var(--mantine-color-harbor-8)" />
        <rect x="518" y="164" width="64" height="8" rx="4" fill="var(--mantine-color-harbor-7)" />
      </g>
    </svg>
  );
}
