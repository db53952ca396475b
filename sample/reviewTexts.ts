/** What sample customers write about the dealership, by their stars. */
export const reviewTexts: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  5: [
    "Bought my second car here. No pressure, straight answers by text, and the price on the website was the price.",
    "They texted me photos of the exact truck before I drove over. In and out in two hours.",
    "Oil change and tire rotation done while I waited. They even found the rattle nobody else could.",
    "Best service department in town. They explained everything and showed me the old brake pads.",
    "Andre answered every question I had, even the silly ones. Love the car!",
    "Traded in my old Civic and got more than the online estimate. Paperwork was quick.",
    "Very friendly team, the loaner was clean, and my car came back washed.",
    "I hate buying cars, and this was fine. That is the highest praise I have.",
    "Great experience from the first text to the handover.",
    "They stayed late so that we could finish the financing. Thank you!",
    "",
    "¡Excelente servicio! Me atendieron en español y todo fue muy claro.",
    "Quick and honest. Recommended to my whole family.",
  ],
  4: [
    "Good selection and fair prices. The wait for the finance office was a bit long.",
    "Service was solid. Coffee machine was broken, so four stars.",
    "Friendly people, easy appointment by text. Parking is tight on Saturdays.",
    "Happy with the car. The second key took a week to arrive.",
    "Fair trade-in, and they kept their word.",
    "",
  ],
  3: [
    "The car is great. I had to ask three times for the temporary plates.",
    "Average. The repair was fine, but it took a day longer than I was told.",
    "Nice salesperson, slow paperwork.",
  ],
  2: [
    "Waited 50 minutes past my appointment, and nobody said a word.",
    "The car I came for was sold an hour before. A text would have saved me the drive.",
  ],
  1: [
    "My car came back with a scratch on the door. Took days until somebody called me about it.",
    "They promised to hold the SUV until Saturday and sold it on Friday.",
  ],
};

/** Who writes without an invite; an empty name is anonymous. */
export const strangers: readonly string[] = [
  "Jamie L.",
  "R. Castillo",
  "Tyler Brooks",
  "Mrs. Whitcomb",
  "Keisha D.",
  "",
  "Hannah Osei",
  "D. Petrov",
  "Carlos Vega",
  "Sam W.",
  "Lauren Pike",
  "T. Nakamura",
  "Big Mike",
  "Elena Rossi",
  "",
  "Patrick O'Dell",
  "Yusuf A.",
  "Nina Hartmann",
  "J. R. Coleman",
  "Sofia M.",
];

/** How the dealership replies, by stars; `name` is the author's first name or empty. */
export function replyText(rating: number, name: string): string {
  const to = name === "" ? "" : `, ${name}`;
  if (rating <= 2)
    return `We're sorry${to}. This isn't how we want to treat anybody. Please ask for Marcus, our manager, so that we can make it right.`;
  if (rating === 3) return `Thank you for the honest words${to}. We're working on exactly that.`;
  return rating === 4
    ? `Thank you${to}! We'll earn the fifth star next time.`
    : `Thank you${to}! It was a pleasure. See you at the next service.`;
}
