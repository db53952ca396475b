import { anHour, nextDay, type Talk, they, we } from "../talk.ts";

export const financingTalks: readonly Talk[] = [
  {
    visit: { title: "Go through financing options", type: 1, inDays: 1, at: "10:00" },
    lines: [
      they("Hi, what credit score do I need to get financed?"),
      we("Hi {name}, {me} at {rooftop}. There's no fixed line: we work with eleven banks, from 550 upward."),
      they("Mine is around 640, had some medical bills"),
      we("That's workable. Shall we go through your options by phone, {day} at {time}? It's no obligation."),
      they("Yes please. Does it hurt my score if you check?"),
      we("The first look doesn't touch it. Only the final application does, and I'd ask you before."),
      they("Ok good. Talk {day}"),
    ],
  },
  {
    lines: [
      we("Hi {name}, the bank approved you: 6.4% for 60 months with $3,000 down. That's $487 a month."),
      they("Can you get it under 450?", 25),
      we("With 72 months it's $421, but you pay about $1,400 more interest in the end. With $5,000 down it's $448."),
      they("I can do 5000 down"),
      we("Then let's do that. I'll prepare the papers, you only need your last two pay stubs."),
    ],
  },
  {
    lines: [
      they("What's the payoff on my loan if I wanted to close it early?"),
      we(
        "Hi {name}, the bank tells only you the exact figure. It's on your online account under Payoff quote, good for ten days.",
      ),
      they("Found it, thanks. Is there a penalty?", anHour),
      we("No penalty on your contract. You save the remaining interest."),
    ],
  },
  {
    unread: 1,
    lines: [
      they("Is the 1.9% offer still on for the Sportage?"),
      we("Hi {name}, yes, through the end of the month, for 48 months with approved credit."),
      they("And can I combine it with the loyalty bonus? We have a Rio from you", 200),
    ],
  },
  {
    closed: "idle",
    lines: [
      they("Do you have leases with 15k miles a year?"),
      we("We do, {name}. For the Tucson SEL it's $12 a month more than with 10k. Shall I send you a quote?"),
      they("Sure, by email"),
      we("Sent! Take your time."),
    ],
  },
  {
    lines: [
      they("I'm a first time buyer and no idea how this works 😅"),
      we("Happy to help, {name}! Three things decide: income, how long you've been at your job, and the down payment."),
      they("I make 3400 a month, 2 years at the same place, have 2500 saved"),
      we("That's a good start. Banks like payments up to 15% of income, so about $500. That's a car of about $22,000."),
      they("Oh wow, more than I thought"),
      we("Leave room for insurance: ask for a quote before you fall in love with a car."),
      they("Good tip, will do!"),
      we("I'm here when you have it. No rush."),
    ],
  },
  {
    visit: { title: "Sign lease papers", type: 0, inDays: 2, at: "17:30" },
    lines: [
      we(
        "Hi {name}, {me} at {rooftop}. Your lease ends in 60 days. Would you like to keep the car, swap it or return it?",
      ),
      they("What would the new one cost me?", nextDay),
      we("Same payment as now, $389, with the newer driver assistance. Nothing down since you come back to us."),
      they("Then let's do it"),
      we("Wonderful! Could you come {day} at {time} to sign? About 40 minutes."),
      they("Yes, we'll both be there"),
    ],
  },
  {
    lines: [
      they("The bank still hasn't sent me the title. Paid off 5 weeks ago"),
      we(
        "Hi {name}, they have 30 days in our state, so that's late. May I look into it with your last name and the VIN's last six?",
      ),
      they("Sure, it's 4F7712"),
      we("They mailed it to your old address and got it back. It goes out again today, to the one on your license."),
      they("Thank you so much, I'd never have found that out"),
      we("Glad to help! Tell me if it isn't there in a week."),
    ],
  },
  {
    closed: "hand",
    lines: [
      they("Please send me the documents you need for the application"),
      we(
        "Hi {name}: license, two pay stubs, proof of address and insurance. Please bring them rather than texting pictures of them.",
      ),
      they("Good point. I'll bring them in"),
      we("Thank you, that's safer for you."),
    ],
  },
  {
    lines: [
      they("can my mom cosign if she lives in another state"),
      we("Yes, {name}, she can sign electronically. She needs an ID and about ten minutes."),
      they("cool ill ask her"),
    ],
  },
];
