import type { Call, CallDeclaration } from "#core/call.ts";
import type { campaignEvents, TextCampaign, textCampaigns } from "../../text/contract.ts";
import type { StatusGroup } from "../../text/fields.ts";
import type { campaignExport } from "../contract.ts";

type Changed = (typeof campaignEvents)["changed"];
type TextCalls = typeof textCampaigns;

/** A call that takes a campaign's id and nothing else. */
type CampaignCall = Call<CallDeclaration & { readonly params: TextCalls["pause"]["params"] }>;
type DuplicateCall = Call<CampaignCall & { readonly data: TextCalls["duplicate"]["data"] }>;
type ListsCall = Call<CampaignCall & { readonly data: TextCalls["lists"]["data"] }>;
/** The recipients as a file. */
type DownloadCall = Call<CampaignCall & { readonly data: (typeof campaignExport)["make"]["data"] }>;

/** A row of any channel's list, without its figures. */
export type ListedCampaign = Omit<TextCampaign, "is_image" | "stats">;

/** What the screens of a channel's campaigns differ in: their address, their calls, and a few words. */
export interface CampaignChannel {
  /** The address of the channel's list; those of its campaigns begin with it. */
  readonly home: `/${string}`;
  /** The statuses that the list can be narrowed to. */
  readonly groups: readonly StatusGroup[];
  /** The event of a campaign that moved. */
  readonly changed: Changed;
  readonly calls: {
    readonly table: Call;
    readonly one: Call;
    readonly lists: ListsCall;
    readonly recipients: Call;
    readonly add: Call;
    readonly pause: CampaignCall;
    readonly resume: CampaignCall;
    readonly cancel: CampaignCall;
    readonly remove: CampaignCall;
    readonly duplicate: DuplicateCall;
    readonly download: DownloadCall;
  };
  readonly texts: {
    /** The list's, and what it says before there is any campaign. */
    readonly title: string;
    readonly empty: string;
    /** The head of the column that counts them. */
    readonly recipients: string;
    readonly viewMessage: string;
    readonly viewStatistics: string;
    /** What canceling does to those who got nothing yet. */
    readonly cancelText: string;
  };
}
