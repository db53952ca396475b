import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { standardSources } from "#domains/locations/callSettings/rules.ts";
import { sourceReportTexts as texts } from "./texts.ts";

/** The location's sources, and in the address the one that a log shows; empty for all. */
export function useSourceFilter() {
  const [source, setSource] = useQueryFilter("source");
  const sources: readonly string[] = useCall(callSettings.sources).data ?? standardSources;
  return { source, setSource, sources };
}

interface Props {
  label: string;
  filter: ReturnType<typeof useSourceFilter>;
}

/** Chooses the source that a log shows. */
export function SourceTabs({ label, filter: { source, setSource, sources } }: Props) {
  return (
    <CountTabs
      label={label}
      value={source}
      onChange={setSource}
      choices={[{ value: "", label: texts.allSources }, ...sources.map((value) => ({ value, label: value }))]}
    />
  );
}
