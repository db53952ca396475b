/** What the text templates say: their screen, the message editor and the phone beside it. */
export const templateTexts = {
  title: "Text templates",
  none: "Save a message once, then use it in campaigns and conversations.",
  message: "Template Message",
  picture: {
    title: "Picture",
    about: "JPEG, PNG or GIF. Sends as a picture message at a higher price.",
    add: "Add picture",
    change: "Change",
    remove: "Remove picture",
  },
  editor: {
    insert: "Insert",
    insertOne: (name: string) => `Insert ${name.toLowerCase()}`,
    cut: (count: number) => `Cut at 320 characters; ${count} left out.`,
    plain: "Use plain punctuation",
    plainHint: (from: number, to: number) =>
      `Curly quotes or dashes make this ${from} segments. Plain ones need ${to}.`,
    unknown: (names: string) => `${names} is not a variable. Use the buttons to insert one.`,
  },
  segments: {
    own: "Your text",
    footer: "Required footer",
    name: "Longest name",
    limit: "Your text, up to 320",
    count: (count: number) => (count === 1 ? "1 segment" : `${count} segments`),
    billed: "for every customer, as billed",
    plain: "Plain characters (GSM-7)",
    unicode: "Emoji or special characters (Unicode)",
    over: (count: number) => (count === 1 ? "1 character over one segment." : `${count} characters over one segment.`),
    shorten: "Shorten the text to send it as one.",
  },
  preview: {
    title: "Preview",
    label: "Preview on a phone",
    time: "9:41",
    head: "Text message · Today 9:41 AM",
    empty: "Your message appears here.",
    picture: "Picture of the message",
    input: "Text message",
    footer: "The opt-out line is added to every campaign text.",
  },
} as const;
