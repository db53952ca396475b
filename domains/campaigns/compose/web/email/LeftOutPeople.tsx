import type { DataOf } from "#core/call.ts";
import type { emailPreview } from "../../contract.ts";
import { LeftOutModal, LeftOutNote, LeftOutPerson } from "../wizard/LeftOutModal.tsx";
import { composeEmailTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  reason: DataOf<typeof emailPreview.audience>["reasons"][number];
}

/** The first of the people whom one reason leaves out. */
export function LeftOutPeople({ opened, onClose, reason: { text, count, people } }: Props) {
  return (
    <LeftOutModal opened={opened} onClose={onClose} title={text}>
      {people.map(({ customer_id, first_name, last_name, email }) => (
        <LeftOutPerson
          key={customer_id}
          customer_id={customer_id}
          name={`${first_name} ${last_name}`.trim() || email || texts.unnamed}
          address={email}
        />
      ))}
      {count > people.length && <LeftOutNote>{texts.andMore(count - people.length)}</LeftOutNote>}
    </LeftOutModal>
  );
}
