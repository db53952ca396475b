import { anHour, nextDay, type Talk, they, we } from "../talk.ts";

export const tradeInTalks: readonly Talk[] = [
  {
    visit: { title: "Trade-in appraisal", type: 0, inDays: 2, at: "10:30" },
    lines: [
      they("What could I get for a 2017 Jetta with 84k miles?"),
      we(
        "Hi {name}, {me} at {rooftop}. Between $8,200 and $9,600, depending on its condition. Any dents or warning lights?",
      ),
      they("One scratch on the rear door, otherwise great. New tires last fall"),
      we("Sounds like the upper half. For a firm number we need to see it, 20 minutes. {day} at {time}?"),
      they("Works for me. Is the number good for a while?"),
      we("Seven days or 500 miles. See you {day}!"),
    ],
  },
  {
    unread: 1,
    lines: [
      they("Hi {rooftop}, do you take a car with a loan still on it?"),
      we("Hi {name}, sure. We pay off the bank, and what's left over goes toward your next one."),
      they("I owe about 14,300 on a 2020 Equinox. Am I upside down?", anHour),
    ],
  },
  {
    lines: [
      we("Hi {name}, thanks for coming in. Our offer for your Wrangler is $23,750, good until next week."),
      they("An online buyer gave me 24,500"),
      we("With a trade you only pay tax on the difference. That saves you about $1,900, so ours comes out ahead."),
      they("I didn't think of that. Can you write it down for me?"),
      we("Just e-mailed both calculations side by side, so that you can check them."),
      they("You've got a deal. When do we do it?", nextDay),
      we("Great! I'll hold the new one for you and prepare everything."),
    ],
  },
  {
    lines: [
      they("do you buy cars even if i dont buy one from you"),
      we("We do, {name}! You leave with a check the same day. What do you have?"),
      they("2014 prius 132k runs great"),
      we("We like those. Bring the title and both keys, any day until 6."),
      they("title is in my dads name too is that a prob", 20),
      we("Then we need his signature on it, he doesn't have to come along."),
    ],
  },
  {
    closed: "idle",
    lines: [
      they("Is it better to repair the bumper before trading in?"),
      we("Usually not, {name}. It costs us less than you. Keep your money."),
      they("Good to hear. I'll come by this fall"),
      we("Looking forward to it!"),
    ],
  },
  {
    visit: { title: "Appraisal by video", type: 1, inDays: 1, at: "14:00" },
    lines: [
      they("I live two hours away. Can you appraise my truck without me driving there?"),
      we("Yes, {name}, by video. You walk around it with your phone and I tell you what to show me."),
      they("Great, can we do it {day}?"),
      we("{day} at {time} it is. Please have the mileage and the title at hand."),
      they("Will do 👌"),
    ],
  },
  {
    lines: [
      we(
        "Hi {name}, {me} at {rooftop}. We're short of used Highlanders and pay above book for them. Would you think about yours?",
      ),
      they("Depends on the number ;)", anHour),
      we("For a 2021 with under 50,000 miles up to $33,000. Yours has been serviced here, so no surprises."),
      they("Hmm. And what would I drive then?"),
      we("The new Grand Highlander hybrid: 34 mpg. With your trade about $310 a month."),
      they("Let me sleep on it"),
      they("We slept on it and we're curious. Are you there Sunday?", nextDay),
      we("We are, from 9 to 7. Just ask for me."),
    ],
  },
  {
    lines: [
      they("What paperwork do I need for the trade in on Thursday?"),
      we("Title or payoff letter, registration, both keys and your license, {name}."),
      they("Lost the second key ages ago"),
      we("No problem, we take $150 off for making one."),
      they("Fair"),
    ],
  },
  {
    lines: [
      they("The value dropped by 600 since last week?? Why?"),
      we(
        "Hi {name}, I understand that's annoying. Auction prices for sedans fell this week. Your written offer of $11,400 still stands until Friday.",
      ),
      they("Oh ok. Then I'd better come before Friday"),
      we("That's right. Thursday evening is calm here."),
      they("Thursday it is"),
      we("I'll be here until 7."),
    ],
  },
  {
    closed: "hand",
    lines: [
      they("How do I get the plates back from my trade?"),
      we("They're at the front desk in an envelope with your name, {name}."),
      they("Got them today, thanks!", nextDay),
      we("Enjoy the new car!"),
    ],
  },
];
