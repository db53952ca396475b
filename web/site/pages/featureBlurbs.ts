import type { pictures } from "../parts/Picture.tsx";

interface FeatureBlurb {
  /** Its anchor. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
  readonly points: readonly string[];
  readonly picture: keyof typeof pictures;
  /** What the picture shows. */
  readonly alt: string;
}

/** The features that the landing page presents and the mega menu links to. */
export const featureBlurbs: readonly FeatureBlurb[] = [
  {
    id: "inbox",
    heading: "A shared inbox for your whole team",
    text: "Customers text one number. Your team reads and answers in one place, each under their own name.",
    points: [
      "New texts appear instantly, with a sound and a red dot",
      "Unread and unanswered conversations in one click",
      "Every text shows whether it was delivered, and if not, why",
    ],
    picture: "inboxOnPhone",
    alt: "A conversation on a phone, with the customer’s name and consent above it",
  },
  {
    id: "appointments",
    heading: "From a text to an appointment",
    text: "“Can I come by on Saturday?” is two clicks from a booked visit, right from the conversation.",
    points: [
      "In person or virtual, with notes for your team",
      "Times in the location’s own time zone, everywhere you look",
      "Completed or no show, in one list for the location",
    ],
    picture: "appointments",
    alt: "The appointments of a location, by day, with their status",
  },
  {
    id: "locations",
    heading: "Every location separate, all of them yours",
    text: "Each rooftop has its own number, customers and conversations. Owners switch between them; staff see their own.",
    points: [
      "Owners, managers and agents each get the access they need",
      "One business never sees another’s data: the database itself enforces it",
      "Two-step sign-in when you want it",
    ],
    picture: "dashboard",
    alt: "A location’s dashboard: a month of messages, contacts and appointments, with charts",
  },
];
