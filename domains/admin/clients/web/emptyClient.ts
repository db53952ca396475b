/** Initial values of the form for a new client. */
export const emptyClient = {
  first_name: "",
  last_name: "",
  business_name: "",
  email: "",
  password: "",
  confirm_password: "",
  phone: "",
  zip: "",
  title: "",
  address: "",
  address_2: "",
  city: "",
  state: "",
  country: "US",
  postal_code: "",
  industry_id: "",
  feature_id: "",
};

export type ClientForm = typeof emptyClient;
