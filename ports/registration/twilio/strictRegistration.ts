/* For tests: what Twilio's OpenAPI declares of registrations, with the limits that its descriptions state. Anything else is a guess. */

interface Parameter {
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly length?: readonly [least: number, most: number];
  /** May be given several times, so often at least and at most. */
  readonly times?: readonly [least: number, most: number];
  readonly isRequired?: true;
}

interface DeclaredOperation {
  readonly method: string;
  readonly path: RegExp;
  readonly fields: Readonly<Record<string, Parameter>>;
}

const sid = (prefix: string): Parameter => ({ pattern: new RegExp(`^${prefix}[0-9a-fA-F]{32}$`) });
const anySid = sid("[a-zA-Z]{2}");
const required = (parameter: Parameter = {}): Parameter => ({ ...parameter, isRequired: true });
const uri: Parameter = { pattern: /^https?:\/\/\S+$/ };
const flag: Parameter = { values: ["true", "false"] };
const text: Parameter = {};
const json: Parameter = { pattern: /^\{.*\}$/s };
const path = (template: string) => new RegExp(`^${template.replaceAll("{}", "[A-Z]{2}[0-9a-fA-F]{32}")}$`);

const bundleStates = ["draft", "pending-review", "in-review", "twilio-rejected", "twilio-approved"];
const paging = { PageSize: { pattern: /^([1-9]\d{0,2}|1000)$/ }, Page: { pattern: /^\d+$/ }, PageToken: text };

function bundleOperations(collection: string): DeclaredOperation[] {
  const own = { StatusCallback: uri, FriendlyName: text, Email: text };
  const filters = { Status: { values: bundleStates }, FriendlyName: text, PolicySid: sid("RN") };
  return [
    {
      method: "POST",
      path: path(collection),
      fields: { ...own, FriendlyName: required(), Email: required(), PolicySid: required(sid("RN")) },
    },
    { method: "GET", path: path(collection), fields: { ...filters, ...paging } },
    { method: "POST", path: path(`${collection}/{}`), fields: { ...own, Status: { values: bundleStates } } },
    { method: "GET", path: path(`${collection}/{}`), fields: {} },
    { method: "POST", path: path(`${collection}/{}/EntityAssignments`), fields: { ObjectSid: required(anySid) } },
    { method: "GET", path: path(`${collection}/{}/EntityAssignments`), fields: { ObjectType: text, ...paging } },
    { method: "POST", path: path(`${collection}/{}/Evaluations`), fields: { PolicySid: required(sid("RN")) } },
  ];
}

function objectOperations(collection: string): DeclaredOperation[] {
  const own = { FriendlyName: text, Attributes: json };
  return [
    { method: "POST", path: path(collection), fields: { ...own, FriendlyName: required(), Type: required() } },
    { method: "GET", path: path(collection), fields: paging },
    { method: "POST", path: path(`${collection}/{}`), fields: own },
  ];
}

const campaignChange: Readonly<Record<string, Parameter>> = {
  Description: required({ length: [40, 4096] }),
  MessageFlow: required({ length: [40, 2048] }),
  MessageSamples: required({ length: [20, 1024], times: [2, 5] }),
  HasEmbeddedLinks: required(flag),
  HasEmbeddedPhone: required(flag),
  PrivacyPolicyUrl: uri,
  TermsAndConditionsUrl: uri,
};

const keywords: Parameter = { pattern: /^[A-Za-z0-9]+$/, length: [1, 255], times: [1, 100] };
const reply: Parameter = { length: [20, 320] };

const addressFields = (need: (parameter?: Parameter) => Parameter) => ({
  CustomerName: need(),
  Street: need(),
  City: need(),
  Region: need(),
  PostalCode: need(),
  FriendlyName: { length: [1, 64] as const },
  EmergencyEnabled: flag,
  AutoCorrectAddress: flag,
  StreetSecondary: text,
});

const useCases =
  "TWO_FACTOR_AUTHENTICATION ACCOUNT_NOTIFICATIONS CUSTOMER_CARE CHARITY_NONPROFIT DELIVERY_NOTIFICATIONS FRAUD_ALERT_MESSAGING EVENTS HIGHER_EDUCATION K12 MARKETING POLLING_AND_VOTING_NON_POLITICAL POLITICAL_ELECTION_CAMPAIGNS PUBLIC_SERVICE_ANNOUNCEMENT SECURITY_ALERT".split(
    " ",
  );
const volumes = "10 100 1,000 10,000 100,000 250,000 500,000 750,000 1,000,000 5,000,000 10,000,000+".split(" ");
const optInTypes = [
  "VERBAL",
  "WEB_FORM",
  "PAPER_FORM",
  "VIA_TEXT",
  "MOBILE_QR_CODE",
  "IMPORT",
  "IMPORT_PLEASE_REPLACE",
];

function verificationFields(need: (parameter?: Parameter) => Parameter): Readonly<Record<string, Parameter>> {
  return {
    BusinessName: need(),
    BusinessWebsite: need(),
    NotificationEmail: need(),
    UseCaseCategories: need({ values: useCases, times: [1, useCases.length] }),
    UseCaseSummary: need({ length: [1, 500] }),
    ProductionMessageSample: need(),
    OptInImageUrls: need({ ...uri, times: [1, 5] }),
    OptInType: need({ values: optInTypes }),
    MessageVolume: need({ values: volumes }),
    BusinessStreetAddress: text,
    BusinessStreetAddress2: text,
    BusinessCity: text,
    BusinessStateProvinceRegion: text,
    BusinessPostalCode: text,
    BusinessCountry: { values: ["US", "CA"] },
    AdditionalInformation: { length: [1, 500] },
    BusinessContactFirstName: text,
    BusinessContactLastName: text,
    BusinessContactEmail: text,
    BusinessContactPhone: { pattern: /^\+[1-9]\d{6,14}$/ },
    BusinessRegistrationNumber: text,
    BusinessRegistrationAuthority: { values: ["EIN", "OTHER"] },
    BusinessRegistrationCountry: { values: ["US", "CA"] },
    BusinessType: { values: ["PRIVATE_PROFIT", "PUBLIC_PROFIT", "SOLE_PROPRIETOR", "NON_PROFIT", "GOVERNMENT"] },
    BusinessRegistrationPhoneNumber: text,
    DoingBusinessAs: text,
    OptInConfirmationMessage: text,
    HelpMessageSample: text,
    PrivacyPolicyUrl: uri,
    TermsAndConditionsUrl: uri,
    AgeGatedContent: flag,
    OptInKeywords: { times: [1, 100] },
    VettingProvider: { values: ["CAMPAIGN_VERIFY"] },
    VettingId: { length: [1, 500] },
  };
}

const operations: readonly DeclaredOperation[] = [
  { method: "GET", path: path("/v1/Policies"), fields: paging },
  ...bundleOperations("/v1/CustomerProfiles"),
  ...bundleOperations("/v1/TrustProducts"),
  ...objectOperations("/v1/EndUsers"),
  ...objectOperations("/v1/SupportingDocuments"),
  {
    method: "POST",
    path: path("/2010-04-01/Accounts/{}/Addresses.json"),
    fields: { ...addressFields(required), IsoCountry: required({ values: ["US"] }) },
  },
  {
    method: "GET",
    path: path("/2010-04-01/Accounts/{}/Addresses.json"),
    fields: { CustomerName: text, FriendlyName: text, EmergencyEnabled: flag, IsoCountry: text, ...paging },
  },
  { method: "POST", path: path("/2010-04-01/Accounts/{}/Addresses/{}.json"), fields: addressFields((one = {}) => one) },
  {
    method: "POST",
    path: path("/v1/a2p/BrandRegistrations"),
    fields: {
      CustomerProfileBundleSid: required(sid("BU")),
      A2PProfileBundleSid: required(sid("BU")),
      BrandType: { values: ["STANDARD", "SOLE_PROPRIETOR"] },
      Mock: flag,
      SkipAutomaticSecVet: flag,
    },
  },
  { method: "GET", path: path("/v1/a2p/BrandRegistrations"), fields: paging },
  { method: "POST", path: path("/v1/a2p/BrandRegistrations/{}"), fields: {} },
  { method: "GET", path: path("/v1/a2p/BrandRegistrations/{}"), fields: {} },
  {
    method: "POST",
    path: path("/v1/Services"),
    fields: {
      FriendlyName: required({ length: [1, 64] }),
      InboundRequestUrl: uri,
      InboundMethod: { values: ["GET", "POST"] },
      FallbackUrl: uri,
      FallbackMethod: { values: ["GET", "POST"] },
      StatusCallback: uri,
      StickySender: flag,
      MmsConverter: flag,
      SmartEncoding: flag,
      AreaCodeGeomatch: flag,
      ValidityPeriod: { pattern: /^\d{1,5}$/ },
      Usecase: { values: ["notifications", "marketing", "verification", "discussion", "poll", "undeclared"] },
      UseInboundWebhookOnNumber: flag,
    },
  },
  { method: "GET", path: path("/v1/Services"), fields: paging },
  { method: "POST", path: path("/v1/Services/{}/PhoneNumbers"), fields: { PhoneNumberSid: required(sid("PN")) } },
  { method: "GET", path: path("/v1/Services/{}/PhoneNumbers/{}"), fields: {} },
  {
    method: "POST",
    path: path("/v1/Services/{}/Compliance/Usa2p"),
    fields: {
      ...campaignChange,
      BrandRegistrationSid: required(sid("BN")),
      UsAppToPersonUsecase: required({ pattern: /^[0-9A-Z_]+$/ }),
      OptInMessage: reply,
      OptOutMessage: reply,
      HelpMessage: reply,
      OptInKeywords: keywords,
      OptOutKeywords: keywords,
      HelpKeywords: keywords,
      SubscriberOptIn: flag,
      AgeGated: flag,
      DirectLending: flag,
    },
  },
  { method: "GET", path: path("/v1/Services/{}/Compliance/Usa2p"), fields: paging },
  {
    method: "GET",
    path: path("/v1/Services/{}/Compliance/Usa2p/Usecases"),
    fields: { BrandRegistrationSid: sid("BN") },
  },
  {
    method: "POST",
    path: path("/v1/Services/{}/Compliance/Usa2p/{}"),
    fields: { ...campaignChange, AgeGated: required(flag), DirectLending: required(flag) },
  },
  { method: "GET", path: path("/v1/Services/{}/Compliance/Usa2p/{}"), fields: {} },
  { method: "DELETE", path: path("/v1/Services/{}/Compliance/Usa2p/{}"), fields: {} },
  {
    method: "POST",
    path: path("/v1/Tollfree/Verifications"),
    fields: {
      ...verificationFields(required),
      TollfreePhoneNumberSid: required(sid("PN")),
      CustomerProfileSid: sid("BU"),
      ExternalReferenceId: text,
    },
  },
  {
    method: "GET",
    path: path("/v1/Tollfree/Verifications"),
    fields: {
      TollfreePhoneNumberSid: sid("PN"),
      Status: { values: ["PENDING_REVIEW", "IN_REVIEW", "TWILIO_APPROVED", "TWILIO_REJECTED"] },
      ExternalReferenceId: text,
      ...paging,
    },
  },
  {
    method: "POST",
    path: path("/v1/Tollfree/Verifications/{}"),
    fields: { ...verificationFields((one = {}) => one), EditReason: text },
  },
  { method: "GET", path: path("/v1/Tollfree/Verifications/{}"), fields: {} },
];

/** Names everything about a registration's request that Twilio doesn't declare, or that it refuses. */
export function undeclaredIn(method: string, url: URL, form: URLSearchParams): string[] {
  const operation = operations.find((one) => one.method === method && one.path.test(url.pathname));
  if (!operation) return [`${method} ${url.pathname}`];
  const given = method === "GET" ? url.searchParams : form;
  const stray = method === "GET" ? [] : [...url.searchParams.keys()];
  const names = new Set([...given.keys(), ...Object.keys(operation.fields)]);
  return [
    ...stray.map((name) => `${name} in the address`),
    ...[...names].flatMap((name) => wrongWith(name, given.getAll(name), operation.fields[name])),
  ].map((problem) => `${method} ${url.pathname}: ${problem}`);
}

function wrongWith(name: string, values: readonly string[], parameter: Parameter | undefined): string[] {
  if (!parameter) return [`${name} isn't declared`];
  if (values.length === 0) return parameter.isRequired ? [`${name} is missing`] : [];
  const [least, most] = parameter.times ?? [1, 1];
  const amount = values.length < least || values.length > most ? [`${name} is given ${values.length} times`] : [];
  const wrong = values.filter((value) => {
    const { pattern, values: allowed, length } = parameter;
    if (parameter.isRequired && value === "") return true;
    if (length && (value.length < length[0] || value.length > length[1])) return true;
    return (pattern && !pattern.test(value)) || (allowed && !allowed.includes(value));
  });
  return [...amount, ...wrong.map((value) => `${name} can't be ${JSON.stringify(value.slice(0, 60))}`)];
}
