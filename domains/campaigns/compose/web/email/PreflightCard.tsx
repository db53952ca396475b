import { Button, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useState } from "react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { MarketingEmailDialog } from "#domains/marketing/sender/web/public.tsx";
import type { Preflight } from "../../contract.ts";
import wizard from "../wizard/Wizard.module.css";
import classes from "./Preflight.module.css";
import { composeEmailTexts } from "./texts.ts";

const { check: texts } = composeEmailTexts;

const levels: Record<Preflight["findings"][number]["level"], Icon> = {
  error: IconCircleX,
  warning: IconAlertTriangle,
  ok: IconCircleCheck,
};

/** What the wizard's own list of unfinished parts names already, each with the way to it. */
const listedKinds: readonly Preflight["findings"][number]["kind"][] = [
  "links",
  "pictures",
  "placeholders",
  "variables",
];

interface Props {
  preflight: Preflight;
  /** Goes back to the email. */
  onEdit: () => void;
  /** Called when the location's sender settings were closed. */
  onAddressSet: () => void;
}

/** What to mend before the email leaves, each finding with the way to it. */
export function PreflightCard({ preflight: { findings, bytes, links }, onEdit, onAddressSet }: Props) {
  const shown = findings.filter(({ kind, level }) => level !== "error" || !listedKinds.includes(kind));
  const worst = shown.some(({ level }) => level !== "ok");
  const lacksAddress = findings.some(({ kind, level }) => kind === "address" && level === "error");
  return (
    <section className={wizard.card} aria-label={texts.title}>
      <Title order={2}>{texts.title}</Title>
      <ul className={classes.findings}>
        {shown.map(({ kind, level, text }) => {
          const LevelIcon = levels[level];
          return (
            <li key={kind + text} data-level={level}>
              <LevelIcon size={16} stroke={1.75} aria-hidden />
              <span>
                {level !== "ok" && <strong>{texts.levels[level]}</strong>} {text}
              </span>
            </li>
          );
        })}
      </ul>
      {lacksAddress && <AddressButton onSet={onAddressSet} />}
      <p className={wizard.note}>
        {texts.size(Math.max(1, Math.round(bytes / 1000)))} · {texts.links(links.length)}
      </p>
      {worst && (
        <div>
          <Button variant="default" size="compact-md" onClick={onEdit}>
            {texts.back}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Where the location's mailing address is set, for those who may; the others read whom to ask. */
function AddressButton({ onSet }: { onSet: () => void }) {
  const session = useSession();
  const canSet = useCan(mailSender.change);
  const [isOpen, setOpen] = useState(false);
  if (!canSet || !session?.location_id) return <p className={wizard.note}>{texts.askOwner}</p>;
  const close = () => {
    setOpen(false);
    onSet();
  };
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{texts.setAddress}</Button>
      <MarketingEmailDialog
        opened={isOpen}
        onClose={close}
        location={{ id: session.location_id, title: session.location }}
      />
    </div>
  );
}
