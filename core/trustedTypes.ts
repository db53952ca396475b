/** The policies by which pages turn text into markup or code. The Content-Security-Policy names them and allows no other. */
export const trustedTypePolicies = {
  /** For packages: text without markup, such as the styles that Mantine sets. */
  packages: "default",
  /** Our own workers. */
  workers: "rooftop-workers",
  /** A simulated mail, in a frame where nothing runs. */
  mail: "rooftop-mail",
  /** An email's HTML, read by its editor in a document where nothing runs. */
  editor: "rooftop-editor",
} as const;

export type TrustedTypePolicyName = (typeof trustedTypePolicies)[keyof typeof trustedTypePolicies];
