import { anHour, nextDay, type Talk, they, we } from "../talk.ts";

export const testDriveTalks: readonly Talk[] = [
  {
    visit: { title: "Test drive: Bronco Sport", type: 0, inDays: 2, at: "11:30" },
    lines: [
      they("Can I test drive the Bronco Sport this week?"),
      we("Hi {name}, {me} at {rooftop}. Gladly! {day} at {time} is free, or any time in the evening."),
      they("{day} {time} please. Can my dog come along?"),
      we("If the dog likes it, we've as good as sold it 🙂 Bring your license."),
      they("Haha, see you there"),
      we("See you {day}!"),
    ],
  },
  {
    pinned: true,
    unread: 1,
    visit: { title: "Test drive: Ioniq 5", type: 0, inDays: 3, at: "12:00" },
    lines: [
      they("Never drove electric before. Do you have an Ioniq 5 to try?"),
      we("We do, {name}, the long range one with all-wheel drive. {day} at {time}?"),
      they("Yes! How long can I have it?"),
      we("Take an hour, so that you feel it on the freeway too."),
      they("Awesome. Can you also show me how charging works?", 45),
    ],
  },
  {
    visit: { title: "Test drive: RAM 1500", type: 0, inDays: 1, at: "18:00", missed: true },
    lines: [
      they("want to try the ram 1500 big horn, is 6 ok {day}"),
      we("Hi {name}, {day} at {time} is fine. It'll be out front."),
      they("cool"),
      we("Hi {name}, did something come up? The RAM is still waiting for you.", 1_300),
      they("man sorry, had to pick up my kid. next week?", anHour),
      we("Of course. Just tell me the day that suits you."),
    ],
  },
  {
    lines: [
      we("Hi {name}, thanks for driving the CX-5 today! Any questions that came up on the way home?"),
      they("Loved it. The seats are so much better than in my old one", 30),
      we("Glad to hear it! The same car in gray is $700 less, if you don't insist on red."),
      they("Red or nothing 😄"),
      we("Then red. I'll keep it for you until Saturday."),
    ],
  },
  {
    closed: "idle",
    lines: [
      they("Can I drive the Supra without buying intent? Asking for my birthday :)"),
      we("Ha, happy birthday, {name}! With somebody from us beside you, ten minutes, on a weekday morning."),
      they("Best dealership ever"),
    ],
  },
  {
    visit: { title: "Test drive: Crosstrek and Forester", type: 0, inDays: 4, at: "09:45" },
    lines: [
      they("We'd like to compare Crosstrek and Forester back to back"),
      we("Good idea, {name}. I'd plan an hour and a half for both. {day} at {time}, before it gets busy?"),
      they("Perfect, there will be 4 of us"),
      we("Then we take the bigger one first. Coffee is on us."),
    ],
  },
  {
    lines: [
      they("Is there a minimum age for a test drive? My son is 19"),
      we("Hi {name}, 18 with a full license, so he can drive. For the sports models it's 25."),
      they("Great, he only wants the Corolla lol"),
      we("Then any time. Have him ask for {me}."),
    ],
  },
  {
    unread: 2,
    lines: [
      we("Hi {name}, {me} at {rooftop}. How did you like the Ridgeline?"),
      they("My wife says the back seat is tight", 35),
      they("Do you have anything like it but bigger inside?", 1),
    ],
  },
  {
    visit: { title: "Walk-around of the EV9 by video", type: 1, inDays: 1, at: "16:00" },
    lines: [
      they("I broke my leg, can't drive for 6 weeks. Could you show me the EV9 on video?"),
      we("Oh, get well soon, {name}! Sure: {day} at {time}, and I'll take you along on a drive."),
      they("That's so kind, thank you"),
      we("You're welcome. The link is in your e-mail."),
    ],
  },
  {
    lines: [
      they("How many miles can I do on a test drive?"),
      we("As a rule 15, {name}. If you want to know how it does in the mountains we can arrange a day."),
      they("That would be awesome, we go to the cabin a lot", nextDay),
      we("Then let's plan it for one of the next weekends. Which two days would suit you?"),
      they("Let me check with the family and get back to you", 12),
    ],
  },
];
