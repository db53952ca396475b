/** What the control of a customer's consent says. */
export const consentTexts = {
  optIn: "Opt-In",
  optOut: "Opt out",
  optOutTitle: "Opt this customer out?",
  optOutText:
    "No text can be sent to this phone from any of your locations. You can undo this for 24 hours. After that, opting in takes new consent.",
  optInTitle: "Opt this customer in",
  optInAction: "Opt in",
  optInText:
    "Marketing texts need the customer's consent. What you write here is kept permanently, with your name and the time.",
  optInAgainTitle: "Opt this customer in again",
  optInAgainText:
    "This customer asked not to be texted. New consent is required, ideally a START from their phone. What you write here is kept permanently, with your name and the time.",
  evidence: "How and when did they agree?",
  evidenceExample: "Signed the consent form at the front desk today",
  evidenceMissing: "Enter how and when the customer agreed to be texted",
  evidenceMissingAgain: "Enter how and when the customer agreed to be texted again",
  undoTitle: "Undo the opt-out?",
  undoAction: "Undo opt-out",
  undoText: (until: string) =>
    `Your team opted this customer out. You can undo that until ${until}. Their consent goes back to what it was.`,
  undoReason: "Why are you undoing this?",
  undoExample: "Clicked the wrong customer",
  undoReasonMissing: "Enter a reason",
  newConsent: "They gave new consent",
} as const;
