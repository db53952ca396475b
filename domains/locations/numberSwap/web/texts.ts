/** What the card about numbers on the business's website says. */
export const numberSwapTexts = {
  title: "Numbers on your website",
  about:
    "Visitors from an ad see that ad's number on your website, so their calls count for it. Everyone else sees your usual number, or the one for Website.",
  how: "Paste this before </body> on every page. It replaces the numbers listed in it, wherever they appear.",
  none: "Set up a tracking number first.",
  label: "Code for your website",
  copy: "Copy",
  copied: "Copied",
} as const;
