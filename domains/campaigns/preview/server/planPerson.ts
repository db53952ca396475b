import { type AudiencePerson, type Plan, planFor } from "../../audience/server/public.ts";

interface PersonInPreview {
  readonly facts: Parameters<typeof planFor>[2]["facts"];
  /** The owner confirms the imported people without consent on file, too. */
  readonly includesUnknown: boolean;
  readonly isDuplicate: boolean;
  /** The person's number in the audience, from 1. */
  readonly n: number;
}

/** True for somebody imported without consent on file, whom only the owner may include. */
export const isUnknown = ({ consent, upload_id }: AudiencePerson) => consent === "unknown" && upload_id !== null;

/** What the sender would do about a person if the campaign were sent like this. The sender confirms the rest before that. */
export function planPerson(plan: Plan, person: AudiencePerson, { includesUnknown, ...known }: PersonInPreview) {
  const isConfirmed = person.consent === "unknown" && (!isUnknown(person) || includesUnknown);
  return planFor(plan, person, { ...known, consent: isConfirmed ? "attested" : person.consent });
}
