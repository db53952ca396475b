import { customer, nextDay, oneHour, type SampleConversation, staff } from "../sampleConversation.ts";

export const financingConversations: readonly SampleConversation[] = [
  {
    appointment: { title: "Go through financing options", type: 1, inDays: 1, at: "10:00" },
    messages: [
      customer("Hi, what credit score do I need to get financed?"),
      staff("Hi {name}, {me} at {rooftop}. There's no fixed line: we work with eleven banks, from 550 upward."),
      customer("Mine is around 640, had some medical bills"),
      staff("That's workable. Shall we go through your options by phone, {day} at {time}? It's no obligation."),
      customer("Yes please. Does it hurt my score if you check?"),
      staff("The first look doesn't touch it. Only the final application does, and I'd ask you before."),
      customer("Ok good. Talk {day}"),
    ],
  },
  {
    messages: [
      staff("Hi {name}, the bank approved you: 6.4% for 60 months with $3,000 down. That's $487 a month."),
      customer("Can you get it under 450?", 25),
      staff("With 72 months it's $421, but you pay about $1,400 more interest in the end. With $5,000 down it's $448."),
      customer("I can do 5000 down"),
      staff("Then let's do that. I'll prepare the papers, you only need your last two pay stubs."),
    ],
  },
  {
    messages: [
      customer("What's the payoff on my loan if I wanted to close it early?"),
      staff(
        "Hi {name}, the bank tells only you the exact figure. It's on your online account under Payoff quote, good for ten days.",
      ),
      customer("Found it, thanks. Is there a penalty?", oneHour),
      staff("No penalty on your contract. You save the remaining interest."),
    ],
  },
  {
    unread: 1,
    messages: [
      customer("Is the 1.9% offer still on for the Sportage?"),
      staff("Hi {name}, yes, through the end of the month, for 48 months with approved credit."),
      customer("And can I combine it with the loyalty bonus? We have a Rio from you", 200),
    ],
  },
  {
    closed: "idle",
    messages: [
      customer("Do you have leases with 15k miles a year?"),
      staff("We do, {name}. For the Tucson SEL it's $12 a month more than with 10k. Shall I send you a quote?"),
      customer("Sure, by email"),
      staff("Sent! Take your time."),
    ],
  },
  {
    messages: [
      customer("I'm a first time buyer and no idea how this works 😅"),
      staff(
        "Happy to help, {name}! Three things decide: income, how long you've been at your job, and the down payment.",
      ),
      customer("I make 3400 a month, 2 years at the same place, have 2500 saved"),
      staff(
        "That's a good start. Banks like payments up to 15% of income, so about $500. That's a car of about $22,000.",
      ),
      customer("Oh wow, more than I thought"),
      staff("Leave room for insurance: ask for a quote before you fall in love with a car."),
      customer("Good tip, will do!"),
      staff("I'm here when you have it. No rush."),
    ],
  },
  {
    appointment: { title: "Sign lease papers", type: 0, inDays: 2, at: "17:30" },
    messages: [
      staff(
        "Hi {name}, {me} at {rooftop}. Your lease ends in 60 days. Would you like to keep the car, swap it or return it?",
      ),
      customer("What would the new one cost me?", nextDay),
      staff("Same payment as now, $389, with the newer driver assistance. Nothing down since you come back to us."),
      customer("Then let's do it"),
      staff("Wonderful! Could you come {day} at {time} to sign? About 40 minutes."),
      customer("Yes, we'll both be there"),
    ],
  },
  {
    messages: [
      customer("The bank still hasn't sent me the title. Paid off 5 weeks ago"),
      staff(
        "Hi {name}, they have 30 days in our state, so that's late. May I look into it with your last name and the VIN's last six?",
      ),
      customer("Sure, it's 4F7712"),
      staff("They mailed it to your old address and got it back. It goes out again today, to the one on your license."),
      customer("Thank you so much, I'd never have found that out"),
      staff("Glad to help! Tell me if it isn't there in a week."),
    ],
  },
  {
    closed: "hand",
    messages: [
      customer("Please send me the documents you need for the application"),
      staff(
        "Hi {name}: license, two pay stubs, proof of address and insurance. Please bring them rather than texting pictures of them.",
      ),
      customer("Good point. I'll bring them in"),
      staff("Thank you, that's safer for you."),
    ],
  },
  {
    messages: [
      customer("can my mom cosign if she lives in another state"),
      staff("Yes, {name}, she can sign electronically. She needs an ID and about ten minutes."),
      customer("cool ill ask her"),
    ],
  },
];
