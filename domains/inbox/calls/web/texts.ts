/** What the screens say about calls that members make. */
export const callTexts = {
  call: "Call",
  callOf: (customer: string) => `Call ${customer}`,
  hint: "Your phone rings first",
  dialogTitle: (customer: string) => `Call ${customer}`,
  explanation:
    "We ring your phone first. Pick up, press 1, and we call the customer. They see the dealership's number, not yours.",
  ownPhone: "Your phone",
  ownPhoneHint: "You can change it later in Settings, under Profile",
  settingLabel: "Your phone for calls",
  settingHint: "Rings first when you call a customer from Rooftop. Customers never see it.",
  save: "Save phone",
} as const;
