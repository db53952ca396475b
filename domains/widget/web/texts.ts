/** What the widget's settings say. What visitors read is in `rules.ts`. */
export const widgetSettingsTexts = {
  title: "Website messaging",
  about: (location: string) =>
    `Let visitors of your website text ${location}. You answer in the inbox, they read it on their phone.`,
  isOn: "Visitors can text you",
  greeting: "Greeting",
  closedGreeting: "Greeting outside business hours",
  color: "Color",
  side: "Position",
  sides: { left: "Bottom left", right: "Bottom right" },
  sites: "Websites that may show it",
  sitesHint: "One per line, like example.com. Leave empty to allow any website.",
  seen: (sites: readonly string[]) => `Visitors wrote from ${sites.join(", ")}.`,
  lock: "Allow only these",
  privacy: "Link to your privacy policy",
  save: "Save website messaging",
  preview: "Preview",
  open: "Open",
  closed: "Closed",
  bubble: "Text us",
  off: "Turned off: visitors see nothing they can write in.",
} as const;
