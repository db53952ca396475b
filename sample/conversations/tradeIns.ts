import { customer, nextDay, oneHour, type SampleConversation, staff } from "../sampleConversation.ts";

export const tradeInConversations: readonly SampleConversation[] = [
  {
    appointment: { title: "Trade-in appraisal", type: 0, inDays: 2, at: "10:30" },
    messages: [
      customer("What could I get for a 2017 Jetta with 84k miles?"),
      staff(
        "Hi {name}, {me} at {rooftop}. Between $8,200 and $9,600, depending on its condition. Any dents or warning lights?",
      ),
      customer("One scratch on the rear door, otherwise great. New tires last fall"),
      staff("Sounds like the upper half. For a firm number we need to see it, 20 minutes. {day} at {time}?"),
      customer("Works for me. Is the number good for a while?"),
      staff("Seven days or 500 miles. See you {day}!"),
    ],
  },
  {
    unread: 1,
    messages: [
      customer("Hi {rooftop}, do you take a car with a loan still on it?"),
      staff("Hi {name}, sure. We pay off the bank, and what's left over goes toward your next one."),
      customer("I owe about 14,300 on a 2020 Equinox. Am I upside down?", oneHour),
    ],
  },
  {
    messages: [
      staff("Hi {name}, thanks for coming in. Our offer for your Wrangler is $23,750, good until next week."),
      customer("An online buyer gave me 24,500"),
      staff("With a trade you only pay tax on the difference. That saves you about $1,900, so ours comes out ahead."),
      customer("I didn't think of that. Can you write it down for me?"),
      staff("Just e-mailed both calculations side by side, so that you can check them."),
      customer("You've got a deal. When do we do it?", nextDay),
      staff("Great! I'll hold the new one for you and prepare everything."),
    ],
  },
  {
    messages: [
      customer("do you buy cars even if i dont buy one from you"),
      staff("We do, {name}! You leave with a check the same day. What do you have?"),
      customer("2014 prius 132k runs great"),
      staff("We like those. Bring the title and both keys, any day until 6."),
      customer("title is in my dads name too is that a prob", 20),
      staff("Then we need his signature on it, he doesn't have to come along."),
    ],
  },
  {
    closed: "idle",
    messages: [
      customer("Is it better to repair the bumper before trading in?"),
      staff("Usually not, {name}. It costs us less than you. Keep your money."),
      customer("Good to hear. I'll come by this fall"),
      staff("Looking forward to it!"),
    ],
  },
  {
    appointment: { title: "Appraisal by video", type: 1, inDays: 1, at: "14:00" },
    messages: [
      customer("I live two hours away. Can you appraise my truck without me driving there?"),
      staff("Yes, {name}, by video. You walk around it with your phone and I tell you what to show me."),
      customer("Great, can we do it {day}?"),
      staff("{day} at {time} it is. Please have the mileage and the title at hand."),
      customer("Will do 👌"),
    ],
  },
  {
    messages: [
      staff(
        "Hi {name}, {me} at {rooftop}. We're short of used Highlanders and pay above book for them. Would you think about yours?",
      ),
      customer("Depends on the number ;)", oneHour),
      staff("For a 2021 with under 50,000 miles up to $33,000. Yours has been serviced here, so no surprises."),
      customer("Hmm. And what would I drive then?"),
      staff("The new Grand Highlander hybrid: 34 mpg. With your trade about $310 a month."),
      customer("Let me sleep on it"),
      customer("We slept on it and we're curious. Are you there Sunday?", nextDay),
      staff("We are, from 9 to 7. Just ask for me."),
    ],
  },
  {
    messages: [
      customer("What paperwork do I need for the trade in on Thursday?"),
      staff("Title or payoff letter, registration, both keys and your license, {name}."),
      customer("Lost the second key ages ago"),
      staff("No problem, we take $150 off for making one."),
      customer("Fair"),
    ],
  },
  {
    messages: [
      customer("The value dropped by 600 since last week?? Why?"),
      staff(
        "Hi {name}, I understand that's annoying. Auction prices for sedans fell this week. Your written offer of $11,400 still stands until Friday.",
      ),
      customer("Oh ok. Then I'd better come before Friday"),
      staff("That's right. Thursday evening is calm here."),
      customer("Thursday it is"),
      staff("I'll be here until 7."),
    ],
  },
  {
    closed: "hand",
    messages: [
      customer("How do I get the plates back from my trade?"),
      staff("They're at the front desk in an envelope with your name, {name}."),
      customer("Got them today, thanks!", nextDay),
      staff("Enjoy the new car!"),
    ],
  },
];
