/** The product's logo: a roof over a conversation. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-harbor-8)" />
      <path
        d="M6 15.5 16 7l10 8.5"
        fill="none"
        stroke="var(--mantine-color-white)"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M11 16.5h10a2 2 0 0 1 2 2V22a2 2 0 0 1-2 2h-3.5L14 26.8V24h-3a2 2 0 0 1-2-2v-3.5a2 2 0 0 1 2-2Z"
        fill="var(--mantine-color-harbor-3)"
      />
    </svg>
  );
}
