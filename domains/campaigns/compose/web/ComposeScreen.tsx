import { Alert, Button, Loader } from "@mantine/core";
import { useParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { textCampaigns } from "../../text/contract.ts";
import { ComposeWizard } from "./ComposeWizard.tsx";
import { composeTexts as texts } from "./texts.ts";
import { draftOf, emptyDraft } from "./wizardDraft.ts";

/** Writes a text campaign in five steps, or goes on with a draft. */
export function ComposeScreen() {
  const { id } = useParams();
  return (
    <Screen title={texts.title} fill>
      {id === undefined ? (
        <ComposeWizard key="new" id={undefined} version={undefined} draft={emptyDraft} />
      ) : (
        <SavedDraft key={id} id={Number(id)} />
      )}
    </Screen>
  );
}

function SavedDraft({ id }: { id: number }) {
  const { data, error, refetch } = useCall(
    textCampaigns.one,
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (!data && error) {
    return (
      <Alert color="red" title={texts.loadFailed} m="xl" w="100%">
        <p>{error.message}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {texts.again}
        </Button>
      </Alert>
    );
  }
  if (!data) return <Loader role="status" aria-label="Loading" m="xl" />;
  const saved = data.campaignData;
  if (saved.is_draft === 0) return <Alert title={texts.notDraft} m="xl" w="100%" />;
  return <ComposeWizard id={id} version={saved.version} draft={draftOf(saved)} />;
}
