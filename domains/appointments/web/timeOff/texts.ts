/** What the dialogs about time off say. */
export const timeOffTexts = {
  title: "Time off",
  add: "Add time off",
  edit: "Edit time off",
  save: "Save",
  none: "No time off planned. People can't be booked while they're off.",
  failed: "Time off couldn't be loaded.",
  editEntry: (name: string, span: string) => `Edit time off: ${name}, ${span}`,
  removeEntry: (name: string, span: string) => `Delete time off: ${name}, ${span}`,
  removeTitle: "Delete time off?",
  removeText: (name: string, span: string) => `${name} can be booked again on ${span}.`,
  remove: "Delete",
  fields: { person: "Person", starts: "Starts", ends: "Ends", reason: "Reason" },
  reasonHint: "Visible to your team",
  allMoved: "All of them have been moved. Save again.",
  move: (title: string, customer: string) => `Move ${title} with ${customer}`,
  moveButton: "Move",
} as const;
