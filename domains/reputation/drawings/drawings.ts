/** The drawings that review invites can take along, in their order; the first is image 1. Each is a file in this folder. */
export const drawings = [
  { name: "bubbles", about: "Speech bubbles" },
  { name: "keys", about: "Car keys" },
  { name: "road", about: "Car on the road" },
  { name: "dealership", about: "Dealership" },
  { name: "card", about: "Thank-you card" },
] as const;

export type DrawingName = (typeof drawings)[number]["name"];

/** Image 1 to 5; any other number is the first. */
export const drawingOf = (image: number): DrawingName => (drawings[image - 1] ?? drawings[0]).name;
