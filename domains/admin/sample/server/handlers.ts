import type { Handlers } from "#core/server/serve.ts";
import { requireConfirmation } from "#domains/accounts/reauthentication/server/public.ts";
import type { sampleDealership } from "../contract.ts";
import { removeSample } from "./removeSample.ts";

export const sampleHandlers: Handlers<typeof sampleDealership> = {
  async remove(context, { params }) {
    const { within, who, origin } = context;
    const work = async (unit: Parameters<typeof removeSample>[0]) => {
      await requireConfirmation(unit.db, who, unit.now());
      await removeSample(unit, context, params.id, who.user_id);
    };
    await within.platform("remove the sample", work, origin);
    return null;
  },
};
