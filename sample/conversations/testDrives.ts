import { customer, nextDay, oneHour, type SampleConversation, staff } from "../sampleConversation.ts";

export const testDriveConversations: readonly SampleConversation[] = [
  {
    appointment: { title: "Test drive: Bronco Sport", type: 0, inDays: 2, at: "11:30" },
    messages: [
      customer("Can I test drive the Bronco Sport this week?"),
      staff("Hi {name}, {me} at {rooftop}. Gladly! {day} at {time} is free, or any time in the evening."),
      customer("{day} {time} please. Can my dog come along?"),
      staff("If the dog likes it, we've as good as sold it 🙂 Bring your license."),
      customer("Haha, see you there"),
      staff("See you {day}!"),
    ],
  },
  {
    pinned: true,
    unread: 1,
    appointment: { title: "Test drive: Ioniq 5", type: 0, inDays: 3, at: "12:00" },
    messages: [
      customer("Never drove electric before. Do you have an Ioniq 5 to try?"),
      staff("We do, {name}, the long range one with all-wheel drive. {day} at {time}?"),
      customer("Yes! How long can I have it?"),
      staff("Take an hour, so that you feel it on the freeway too."),
      customer("Awesome. Can you also show me how charging works?", 45),
    ],
  },
  {
    appointment: { title: "Test drive: RAM 1500", type: 0, inDays: 1, at: "18:00", missed: true },
    messages: [
      customer("want to try the ram 1500 big horn, is 6 ok {day}"),
      staff("Hi {name}, {day} at {time} is fine. It'll be out front."),
      customer("cool"),
      staff("Hi {name}, did something come up? The RAM is still waiting for you.", 1_300),
      customer("man sorry, had to pick up my kid. next week?", oneHour),
      staff("Of course. Just tell me the day that suits you."),
    ],
  },
  {
    messages: [
      staff("Hi {name}, thanks for driving the CX-5 today! Any questions that came up on the way home?"),
      customer("Loved it. The seats are so much better than in my old one", 30),
      staff("Glad to hear it! The same car in gray is $700 less, if you don't insist on red."),
      customer("Red or nothing 😄"),
      staff("Then red. I'll keep it for you until Saturday."),
    ],
  },
  {
    closed: "idle",
    messages: [
      customer("Can I drive the Supra without buying intent? Asking for my birthday :)"),
      staff("Ha, happy birthday, {name}! With somebody from us beside you, ten minutes, on a weekday morning."),
      customer("Best dealership ever"),
    ],
  },
  {
    appointment: { title: "Test drive: Crosstrek and Forester", type: 0, inDays: 4, at: "09:45" },
    messages: [
      customer("We'd like to compare Crosstrek and Forester back to back"),
      staff("Good idea, {name}. I'd plan an hour and a half for both. {day} at {time}, before it gets busy?"),
      customer("Perfect, there will be 4 of us"),
      staff("Then we take the bigger one first. Coffee is on us."),
    ],
  },
  {
    messages: [
      customer("Is there a minimum age for a test drive? My son is 19"),
      staff("Hi {name}, 18 with a full license, so he can drive. For the sports models it's 25."),
      customer("Great, he only wants the Corolla lol"),
      staff("Then any time. Have him ask for {me}."),
    ],
  },
  {
    unread: 2,
    messages: [
      staff("Hi {name}, {me} at {rooftop}. How did you like the Ridgeline?"),
      customer("My wife says the back seat is tight", 35),
      customer("Do you have anything like it but bigger inside?", 1),
    ],
  },
  {
    appointment: { title: "Walk-around of the EV9 by video", type: 1, inDays: 1, at: "16:00" },
    messages: [
      customer("I broke my leg, can't drive for 6 weeks. Could you show me the EV9 on video?"),
      staff("Oh, get well soon, {name}! Sure: {day} at {time}, and I'll take you along on a drive."),
      customer("That's so kind, thank you"),
      staff("You're welcome. The link is in your e-mail."),
    ],
  },
  {
    messages: [
      customer("How many miles can I do on a test drive?"),
      staff("As a rule 15, {name}. If you want to know how it does in the mountains we can arrange a day."),
      customer("That would be awesome, we go to the cabin a lot", nextDay),
      staff("Then let's plan it for one of the next weekends. Which two days would suit you?"),
      customer("Let me check with the family and get back to you", 12),
    ],
  },
];
