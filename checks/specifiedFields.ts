/** The specified fields of one call: what its body takes and what its `data` holds, of one row for a list. */
export interface SpecifiedCall {
  readonly body?: readonly string[];
  readonly data?: readonly string[];
}

const fields = (names: string) => names.split(" ");
/** The fields of what `name` holds, or of each of its items. */
const within = (name: string, names: readonly string[]) => [name, ...names.map((field) => `${name}.${field}`)];

const customer = fields("id first_name last_name email phone country_code company address user_image");
const csvCustomers = within("csvCustomers", fields("id first_name last_name email phone"));
const chatCustomer = fields("id first_name last_name phone email optin_status");
const chat = [
  ...fields("id chat_time new_message new_message_count is_read is_replied is_pinned"),
  ...fields("latest_chat_message_sent_time latest_chat_message_received_time"),
  ...within("customer", chatCustomer),
];
const message = fields("id message_type message attachment_path is_from_customer name_initials datetime recording");
const member = fields("id first_name last_name email phone country_code user_type user_image del_allowed");
const list = fields("id title status customers_count created_on no");
const location = [
  ...fields("title address rate count_reviews invite_sends invite_clicked"),
  ...fields("monthly_goals monthly_goals_received"),
];
const client = [
  ...fields("id user_id first_name last_name email company address user_image phone_no phone_no_request"),
  ...fields("inbound_sms inbound_sms_price outbound_sms outbound_sms_price total_customers"),
];
const address = fields("address address_2 city state postal_code");
const customerForm = fields("list_id first_name last_name email phone company address");
const memberForm = fields("first_name last_name email password del_allowed phone image");

/**
 * Every specified call. Left out are `dealer_id` and `location_id`, which are accepted and ignored, and
 * `country`, which is always the US. How many customers a tag has comes with the list of all tags only.
 */
export const specifiedFields: Readonly<Record<string, SpecifiedCall>> = {
  "GET /profile": { data: fields("company_name company_email company_phone company_address") },
  "GET /getChats": { data: fields("id is_closed last_message last_message_time_ago new_messages_count") },
  "GET /getChatMessages/{chat_id}": { data: fields("message time_ago") },
  "POST /unreadChatcount": { data: fields("unread_count unreplied_count unread_count_active unread_count_inactive") },
  "POST /logout": {},
  "POST /updateFcmToken": { body: fields("fcm_token") },

  "POST /login": {
    body: fields("email password remember_me"),
    data: [
      ...fields("id first_name last_name user_type dealer_id location_id location location_address business_name"),
      ...fields("user_name_initials login_status access_token two_factor_number"),
    ],
  },
  "POST /login/phoneNumberSubmit": { body: fields("phone"), data: fields("login_status") },
  "POST /twoFAcheck": { body: fields("otp user_id") },
  "POST /twoFAresendOTP": { body: fields("user_id") },
  "POST /forgotPassword": {
    body: fields("email"),
    data: [...within("userData", fields("id email")), ...fields("otp phone_no")],
  },
  "POST /resetPassword": { body: fields("user_id email password") },
  "POST /register/email_check": { body: fields("email") },
  "POST /register": {
    body: fields("first_name last_name business_name email phone zip password"),
    data: fields("access_token id first_name last_name business_name email dealer_phone_number user_type dealer_id"),
  },
  "GET /industries": { data: within("allIndustries", fields("id slug title")) },
  "GET /features": { data: within("allFeatures", fields("id slug title")) },
  "POST /register-complete": {
    body: [...fields("location title industry_id feature_id"), ...address],
    data: fields("location_id location_title location_address business_name"),
  },

  "POST /dashboard": {
    data: [
      ...fields("todays_appointments new_messages unread_messages pending_follow_up new_contacts active_contacts"),
      ...fields("cold_contacts appointment_scheduled no_response messages_sent replies_received appointments_set"),
      ...fields("apps_shown opted_out active_appointments inbound_leads total_conversations average_response_time"),
    ],
  },
  "POST /leaderboard": {
    data: within(
      "leaderboard_data",
      fields("id no name_initials first_name last_name all_appointments todays_appointments"),
    ),
  },
  "GET /teams": { data: within("teamMembers", member) },
  "POST /teams": { body: memberForm },
  "POST /teams/{id}": { body: memberForm },
  "DELETE /teams/{id}": {},
  "GET /teams/chat": { data: within("teamMembers", fields("id name")) },

  "POST /appointments/dt": { data: fields("id title datetime customer_name type created_by created status") },
  "POST /appointments/add": {
    body: [
      ...fields("title type customer_id appointment_date timeType"),
      ...fields("customTimeHours customTimeMinutes customTimeAmPm notes"),
    ],
  },
  "GET /appointments/update/{id}/{status}": {},
  "DELETE /appointments/delete/{id}": {},

  "POST /customers/dt": {
    body: fields("list_id"),
    data: [...customer, ...fields("list_id chat_id optin_status messages_received messages_sent user_tags")],
  },
  "POST /customers/appointment": {
    body: fields("search_param"),
    data: [...within("allCustomers", customer), "no_customers"],
  },
  "POST /customers": { body: fields("list_id"), data: within("allCustomers", customer) },
  "POST /customers/add": { body: customerForm },
  "POST /customers/update/{id}": { body: customerForm },
  "DELETE /customers/delete/{id}": {},
  "POST /customers/optUser": { body: fields("user_id opt_type") },
  "POST /customers/lists": {
    body: fields("search_param"),
    data: [...within("allCustomersLists", list), "no_customers"],
  },
  "POST /customers/lists/add": { body: fields("title"), data: fields("list_id") },
  "POST /customers/lists/update/{id}": { body: fields("title") },
  "DELETE /customers/lists/delete/{id}": {},
  "POST /customers/csv_upload": { body: fields("csv_file list_id list_title"), data: [...csvCustomers, "list_id"] },
  "POST /customers/csv_copy": { body: fields("csv_file list_id list_title"), data: [...csvCustomers, "list_id"] },
  "POST /customers/delete_csv_upload": { body: fields("record_id"), data: csvCustomers },
  "POST /customers/copy_from_temp": { body: fields("list_id list_title") },

  "GET /locations": { data: location },
  "POST /locations/store": { body: fields("title address"), data: location },

  "POST /getAllChats/{type}/{offset}": {
    data: [...within("allActiveChats", chat), ...within("allInactiveChats", chat), "activeChatsLoaded"],
  },
  "POST /getAllChatMessages/{chat_id}": {
    data: [...within("allMessages", message), ...within("currentChat", chat)],
  },
  "POST /sendMessage": {
    body: fields("chat_id message attachment_path"),
    data: [...message, ...fields("chat_time new_message latest_chat_message_sent_time")],
  },
  "POST /sendMessageToCustomer": { body: fields("customer_id message"), data: fields("chat_id") },
  "POST /receiveLastMessage": {
    body: fields("chat_id message_id opened_chat_id"),
    data: [...message, ...fields("chat_time new_message is_read new_message_count latest_chat_message_received_time")],
  },
  "GET /deleteChatMessage/{message_id}": {},
  "POST /pinConversation": { body: fields("chat_id"), data: fields("is_pinned") },
  "POST /chatNotes/add": { body: fields("chat_id note") },
  "GET /chatNotes/get/{chat_id}": { data: fields("id note created_by_name created_date") },
  "GET /chatNotes/delete/{chat_id}/{note_id}": {},
  "POST /chatTags/get": { data: fields("id name tag slug customer_count") },
  "POST /chatTags/get/{chat_id}": {
    data: [...within("my_tags", fields("id name tag slug")), ...within("other_tags", fields("id name tag slug"))],
  },
  "POST /chatTags/add": { body: fields("chat_id tag_id") },
  "GET /chatTags/delete/{chat_id}/{tag_id}": {},
  "GET /chatTags/clear/{chat_id}/unreplied": {},

  "POST /campaigns/email/dt": {
    data: fields("id title campaign_recipient_type total_recepients sent_at campaign_status created_on stats"),
  },
  "POST /campaigns/email": {
    data: within(
      "allCampaigns",
      fields("id title campaign_recipient_type total_recepients sent_at campaign_status created_on"),
    ),
  },
  "GET /campaigns/email/list-detail/{id}": {
    data: within("allCampaignsListDetail", within("customer_list", fields("id title"))),
  },
  "POST /campaigns/email/{id}": {
    data: within("campaignDetail", [
      ...fields("id title campaign_recipient_type total_recepients sent_at campaign_status created_on"),
      ...fields("campaign_template stats"),
    ]),
  },
  "POST /campaigns/email/add": {
    body: [
      ...fields("title email_subject campaign_template campaign_recipient_type campaign_customers_list"),
      ...fields("campaign_customers campaign_send_option campaign_send_date campaign_send_time"),
      ...fields("campaign_send_timezone"),
    ],
  },
  "POST /campaigns/text/dt": {
    data: fields(
      "id title is_draft campaign_recipient_type total_recepients sent_at campaign_status created_on is_image",
    ),
  },
  "GET /campaigns/text/list-detail/{id}": {
    data: within("allCampaignsListDetail", within("customer_list", fields("id title"))),
  },
  "POST /campaigns/text/{id}": {
    data: [
      ...within(
        "campaignDetail",
        fields(
          "id title is_draft campaign_recipient_type total_recepients sent_at campaign_status created_on is_image",
        ),
      ),
      ...within(
        "campaignData",
        fields("campaign_image campaign_template campaign_template_id campaign_template_image stats"),
      ),
    ],
  },
  "POST /campaigns/text/{id}/dt": {
    data: fields("first_name last_name optin_status message_status error created_at sent_at message"),
  },
  "POST /campaigns/text/add": {
    body: [
      ...fields("save_type title campaign_id campaign_template_id campaign_template campaign_recipient_type"),
      ...fields("campaign_customers_list campaign_customers campaign_send_option campaign_send_date"),
      ...fields("campaign_send_time campaign_send_timezone campaign_exclude_days"),
    ],
  },
  "DELETE /deletecampaign/text/{id}": {},
  "GET /chatCampaigns/get/{chat_id}": { data: fields("id title") },
  "POST /sendTestTextSMS": { body: fields("phone_no message template_id") },
  "GET /test_sms": {},

  "POST /templates/email": { data: within("allTemplates", fields("id title template")) },
  "POST /templates/email/add": { body: fields("title template") },
  "POST /templates/email/edit/{id}": { body: fields("title template") },
  "DELETE /deleteTemplate/email/{id}": {},
  "POST /templates/text": { data: within("allTemplates", fields("id title template image")) },
  // The picture is the form's file.
  "POST /templates/text/add": { body: fields("title template") },
  "POST /templates/text/edit/{id}": { body: fields("title template") },
  "DELETE /deleteTemplate/text/{id}": {},

  "POST /profile-settings": {
    data: [
      ...fields("user_type first_name last_name email phone address phone_no_request twilio_phone messaging_script"),
      ...fields("crm_email notification_phone_no call_phone_no two_factor_number enable_otp_parent enable_otp_team"),
    ],
  },
  "GET /request-twilio-phone-no": {},
  "POST /update-dealer-crm-email": { body: fields("crm_email") },
  "POST /update-dealer-call-phone": { body: fields("call_phone_no") },
  "POST /update-dealer-notification-phone": { body: fields("notification_phone_no") },
  "POST /update-dealer-otp-phone": { body: fields("two_factor_number") },
  "POST /update-dealer-otp-otpin": {
    body: fields("enable_otp_parent enable_otp_team"),
    data: fields("enable_otp_parent enable_otp_team"),
  },

  "GET /admin/customers": { data: within("allCustomers", [...customer, "client_business_name"]) },
  "POST /admin/clients/dt": { body: fields("filterBy"), data: client },
  "POST /admin/clients/add": {
    body: [
      ...fields("first_name last_name business_name email phone zip password industry_id feature_id title"),
      ...address,
    ],
    data: fields("location_id location_address"),
  },
  "GET /admin/clients/{id}": { data: within("allClients", client) },
  "POST /admin/change_password": { body: fields("client_id password") },
  "GET /admin/campaigns": {
    data: within("allCampaigns", fields("title campaign_recipient_type total_recipients sent_type campaign_status")),
  },
  "GET /admin/messages": {
    data: within("allMessages", fields("campaign_name customer_name sent_at message_status message")),
  },
  "POST /admin/search_number_for_client": { body: fields("input dealer_id") },
  "POST /admin/buy_number_for_client": { body: fields("selectedNumber dealerId") },
  "POST /admin/tags/dt": { body: fields("filterBy"), data: fields("id tag total_customers status") },
  "POST /admin/tags/add": { body: fields("name") },
  "POST /admin/tags/delete": { body: fields("id") },
  "GET /admin/logs": { data: within("allLogs", fields("id date_created message")) },
};
