import { Alert, Loader } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { useParams } from "react-router";
import type { Call } from "#core/call.ts";
import { useCallAfresh } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { wizardTexts as texts } from "./texts.ts";
import {
  type CampaignWizard,
  inputOf,
  type OpenedDraft,
  type SavedCall,
  useCampaignWizard,
  type WizardChannel,
  type WizardDraftBase,
} from "./useCampaignWizard.ts";
import { WizardFrame } from "./WizardFrame.tsx";

interface Props<Draft extends WizardDraftBase, Add extends Call, One extends SavedCall> {
  title: string;
  channel: WizardChannel<Draft, Add, One>;
  empty: Draft;
  /** What each step shows. */
  steps: readonly [ComponentType<StepProps<Draft>>, ...ComponentType<StepProps<Draft>>[]];
  /** What the location lacks to send at all, above every step. */
  notice?: (draft: Draft) => ReactNode;
}

interface StepProps<Draft extends WizardDraftBase> {
  wizard: CampaignWizard<Draft>;
}

/** Writes a campaign of one channel step by step, or goes on with a draft. */
export function WizardScreen<Draft extends WizardDraftBase, Add extends Call, One extends SavedCall>(
  props: Props<Draft, Add, One>,
) {
  const { id } = useParams();
  const opened = { id: undefined, version: undefined, savedAt: undefined, draft: props.empty };
  return (
    <Screen title={props.title} fill>
      {id === undefined ? (
        <Steps key="new" {...props} opened={opened} />
      ) : (
        <SavedDraft key={id} {...props} id={Number(id)} />
      )}
    </Screen>
  );
}

function Steps<Draft extends WizardDraftBase, Add extends Call, One extends SavedCall>({
  channel,
  steps,
  notice,
  opened,
}: Props<Draft, Add, One> & { opened: OpenedDraft<Draft> }) {
  const wizard = useCampaignWizard(channel, opened);
  const Step = steps[wizard.step - 1] ?? steps[0];
  return (
    <WizardFrame wizard={wizard} notice={notice?.(wizard.draft)}>
      <Step wizard={wizard} />
    </WizardFrame>
  );
}

/** A draft that is loaded, or why it can't be edited. */
function SavedDraft<Draft extends WizardDraftBase, Add extends Call, One extends SavedCall>({
  id,
  ...props
}: Props<Draft, Add, One> & { id: number }) {
  const { one, savedOf } = props.channel;
  const { data, error, refetch } = useCallAfresh(one, inputOf<One>(id));
  if (!data && error) {
    return <LoadFailure failure={error} retry={refetch} title={texts.loadFailed} m="xl" w="100%" />;
  }
  if (!data) return <Loader role="status" aria-label="Loading" m="xl" />;
  const { isDraft, ...saved } = savedOf(data);
  if (!isDraft) return <Alert title={texts.notDraft} m="xl" w="100%" />;
  return <Steps {...props} opened={{ id, ...saved }} />;
}
