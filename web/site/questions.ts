/** The landing page's FAQ. */
export const questions: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: "What does it cost to try Rooftop?",
    answer:
      "Nothing for 30 days from the day you register. No card is needed, and every feature is included from the start.",
  },
  {
    question: "Where does the number that customers text come from?",
    answer:
      "After you register, request one in your settings. We pick a number for your location, and you can text with it as soon as it’s assigned.",
  },
  {
    question: "What happens when a customer texts STOP?",
    answer:
      "Their phone is opted out right away at all of your locations and gets one confirmation. Rooftop then blocks every text to it and tells your team why, until the customer texts START.",
  },
  {
    question: "We have several locations. Do they see each other’s conversations?",
    answer:
      "No. Each location has its own number, inbox, customers and appointments, and people see only the locations they work at. The owner can switch between all of them.",
  },
  {
    question: "Does my team have to install anything?",
    answer:
      "No. Rooftop runs in the browser on a computer, tablet or phone, in light or dark mode, and everything works from the keyboard.",
  },
];
