import { Alert, Button, Loader } from "@mantine/core";
import { IconArrowRight, IconInfoCircle } from "@tabler/icons-react";
import { useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useCallAfresh } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { WizardBar } from "#core/web/wizard/WizardBar.tsx";
import { WizardFooter } from "#core/web/wizard/WizardFooter.tsx";
import { type RegistrationOverview, textRegistrationEvents } from "../../contract.ts";
import { stepNumberOf, type WizardStep, wizardSteps } from "../../review/rules.ts";
import { useRegistrationPlace } from "../registrationPlace.ts";
import { registrationTexts } from "../texts.ts";
import { BusinessStep } from "./BusinessStep.tsx";
import { DraftNotice } from "./DraftNotice.tsx";
import { MessagesStep } from "./MessagesStep.tsx";
import { RepresentativeStep } from "./RepresentativeStep.tsx";
import { ReviewStep } from "./ReviewStep.tsx";
import { stepTexts, draftTexts as texts } from "./texts.ts";
import { useRegistrationDraft } from "./useRegistrationDraft.ts";
import classes from "./Wizard.module.css";

/** The registration's answers in four steps, saved as they are typed. */
export function EditRegistrationScreen() {
  const { calls } = useRegistrationPlace();
  const { data, error, refetch } = useCallAfresh(calls.overview);
  // Another window may submit it.
  useFreshCalls([calls.overview], textRegistrationEvents.changed);
  return (
    <Screen title={registrationTexts.title} fill>
      {!data && error && <LoadFailure failure={error} retry={refetch} m="xl" w="100%" />}
      {!data && !error && <Loader role="status" aria-label="Loading" m="xl" />}
      {data && <Wizard overview={data} />}
    </Screen>
  );
}

function Wizard({ overview }: { overview: RegistrationOverview }) {
  const { home } = useRegistrationPlace();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const time = useTime();
  const draft = useRegistrationDraft(overview.profile);
  const asked = Number(query.get("step") ?? 1);
  const step = Number.isInteger(asked) && asked >= 1 && asked <= wizardSteps.length ? asked : 1;
  const name = wizardSteps[step - 1] as WizardStep;
  const go = (to: number, field = "") => {
    void draft.save();
    setQuery({ step: String(to), ...(field !== "" && { field }) });
  };
  const goToField = (field: string) => go(stepNumberOf(field), field);
  const saveAndClose = async () => {
    const problem = await draft.save();
    if (!problem) navigate(home);
    else if (problem.field !== "") goToField(problem.field);
    else notice.current?.focus();
  };
  const notice = useRef<HTMLDivElement>(null);
  const unsaved =
    draft.state === "invalid"
      ? texts.unsaved(Object.keys(draft.errors).length)
      : draft.state === "failed" || draft.state === "conflict"
        ? texts.notSaved
        : undefined;
  const submitted = overview.registrations.find(({ kind }) => kind === "business");
  const isRefused = overview.registrations.some(({ state }) => state === "refused");
  const isLast = step === wizardSteps.length;
  const parts = { overview, draft, field: query.get("field") ?? "" };
  return (
    <div className={classes.wizard}>
      <WizardBar
        title={registrationTexts.title}
        home={home}
        steps={wizardSteps.map((one) => stepTexts[one])}
        step={step}
        reachable={wizardSteps.length}
        savedAt={draft.saved.saved_at ?? undefined}
        {...(unsaved && { unsaved })}
        isSaving={draft.state === "saving"}
        saveLabel={texts.saveAndClose}
        savesOnLastStep
        onSaveDraft={() => void saveAndClose()}
      />
      <DraftNotice draft={draft} ref={notice} />
      <div className={classes.content} key={step}>
        {submitted && !isRefused && (
          <Alert mb="md" icon={<IconInfoCircle aria-hidden />}>
            {texts.submittedAbout(time.date(submitted.submitted_at))}
          </Alert>
        )}
        {name === "business" && <BusinessStep {...parts} />}
        {name === "representative" && <RepresentativeStep {...parts} />}
        {name === "messages" && <MessagesStep {...parts} />}
        {name === "review" && <ReviewStep {...parts} go={go} />}
      </div>
      {!isLast && (
        <WizardFooter step={step} onBack={() => go(step - 1)}>
          <span className={classes.duration}>{texts.duration}</span>
          <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={() => go(step + 1)}>
            {texts.next}
          </Button>
        </WizardFooter>
      )}
    </div>
  );
}
