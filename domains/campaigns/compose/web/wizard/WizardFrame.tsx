import { Alert, Button, Group } from "@mantine/core";
import { IconArrowRight, IconCalendarClock, IconSend } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { WizardBar } from "#core/web/wizard/WizardBar.tsx";
import { WizardFooter } from "#core/web/wizard/WizardFooter.tsx";
import type { UnfinishedPart } from "#domains/templates/rules.ts";
import { showPart } from "./showPart.ts";
import { wizardTexts as texts } from "./texts.ts";
import type { CampaignWizard, WizardDraftBase } from "./useCampaignWizard.ts";
import classes from "./Wizard.module.css";

interface Props<Draft extends WizardDraftBase> {
  wizard: CampaignWizard<Draft>;
  /** What the location lacks to send at all, above every step. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The wizard's bar, its step, and its footer. */
export function WizardFrame<Draft extends WizardDraftBase>({ wizard, notice, children }: Props<Draft>) {
  const { step, steps, draft, home, reachable, savedAt, isConflict, reload, keepMine, send, sending } = wizard;
  const { isRestored, startOver, unfinished, show, shownPart } = wizard;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    return content.current && shownPart ? showPart(content.current, shownPart.quote) : undefined;
  }, [shownPart]);
  return (
    <div className={classes.wizard}>
      <WizardBar
        title={draft.title.trim() || texts.untitled}
        home={home}
        steps={steps}
        step={step}
        reachable={reachable}
        savedAt={savedAt}
        isSaving={sending}
        saveLabel={texts.saveDraft}
        onSaveDraft={() => send(true)}
      />
      <div className={classes.content} key={step} ref={content}>
        {isConflict && (
          <Alert color="yellow" title={texts.conflict} mb="md">
            <p>{texts.conflictText}</p>
            <Group>
              <Button variant="default" onClick={() => void reload()}>
                {texts.reload}
              </Button>
              <Button variant="default" onClick={() => void keepMine()}>
                {texts.keepMine}
              </Button>
            </Group>
          </Alert>
        )}
        {isRestored && !isConflict && (
          <Alert mb="md">
            <Group justify="space-between">
              {texts.restored}
              <Button variant="default" size="compact-sm" onClick={startOver}>
                {texts.startOver}
              </Button>
            </Group>
          </Alert>
        )}
        {notice}
        <UnfinishedList parts={unfinished} onShow={show} />
        {children}
      </div>
      <CampaignFooter wizard={wizard} />
    </div>
  );
}

function CampaignFooter<Draft extends WizardDraftBase>({ wizard }: { wizard: CampaignWizard<Draft> }) {
  const { step, steps, go, next, send, sending, draft } = wizard;
  const isLast = step === steps.length;
  const isNow = draft.option === "now";
  const action = isNow ? texts.sendNow : texts.schedule;
  const ActionIcon = isNow ? IconSend : IconCalendarClock;
  return (
    <WizardFooter step={step} onBack={() => go(step - 1)}>
      {isLast && (
        <Button variant="default" disabled={sending} onClick={() => send(true)}>
          {texts.saveDraft}
        </Button>
      )}
      <Button
        loading={sending}
        leftSection={isLast ? <ActionIcon size={16} aria-hidden /> : undefined}
        rightSection={isLast ? undefined : <IconArrowRight size={16} aria-hidden />}
        onClick={next}
      >
        {isLast ? action : texts.next}
      </Button>
    </WizardFooter>
  );
}

interface UnfinishedListProps {
  parts: readonly UnfinishedPart[];
  onShow: (part: UnfinishedPart) => void;
}

/** What has to be filled in before the campaign can leave, each with the way to it. */
function UnfinishedList({ parts, onShow }: UnfinishedListProps) {
  if (parts.length === 0) return null;
  return (
    <Alert color="red" title={texts.unfinished} mb="md">
      <ul className={classes.unfinished}>
        {parts.map((part) => (
          <li key={`${part.field} ${part.text}`}>
            <span>{part.text}.</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.showPart(part.text)}
              onClick={() => onShow(part)}
            >
              {texts.show}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
