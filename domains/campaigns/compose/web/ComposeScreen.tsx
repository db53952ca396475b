import { useParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { textCampaigns } from "../../text/contract.ts";
import { SavedDraft } from "../../wizard/web/SavedDraft.tsx";
import { ComposeWizard } from "./ComposeWizard.tsx";
import { composeTexts as texts } from "./texts.ts";
import { draftOf, emptyDraft } from "./wizardDraft.ts";

/** Writes a text campaign in five steps, or goes on with a draft. */
export function ComposeScreen() {
  const { id } = useParams();
  return (
    <Screen title={texts.title} fill>
      {id === undefined ? (
        <ComposeWizard key="new" id={undefined} version={undefined} savedAt={undefined} draft={emptyDraft} />
      ) : (
        <SavedText key={id} id={Number(id)} />
      )}
    </Screen>
  );
}

function SavedText({ id }: { id: number }) {
  const { data, error, refetch } = useCall(
    textCampaigns.one,
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <SavedDraft saved={data?.campaignData} failure={error?.message} retry={() => void refetch()}>
      {(saved) => <ComposeWizard id={id} version={saved.version} savedAt={saved.saved_at} draft={draftOf(saved)} />}
    </SavedDraft>
  );
}
