/** The landing page's FAQ. */
export const questions: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: "What does it cost to try Rooftop?",
    answer:
      "Nothing for 30 days, counted from your registration. You are not asked for a card, and all that is built is open to you from the first minute.",
  },
  {
    question: "Where does the number that customers text come from?",
    answer:
      "After you have registered, ask for one in your settings. The operator of this Rooftop picks a number for your location, and you can text with it as soon as it is assigned.",
  },
  {
    question: "What happens when a customer texts STOP?",
    answer:
      "Their phone is opted out at once, at all your locations, and gets one confirmation. Rooftop then refuses every further text to it, and says so to your team, until the customer texts START.",
  },
  {
    question: "We have several locations. Do they see each other’s conversations?",
    answer:
      "No. Each location has its own number, inbox, customers and appointments, and people see the locations they work at. The owner belongs to all of them and switches between them.",
  },
  {
    question: "Does my team have to install anything?",
    answer:
      "No. Rooftop runs in the browser, on a computer, a tablet or a phone, in light and in dark, and everything can be done with the keyboard alone.",
  },
];
