export { deletePictures, prepareImage, type StoredPicture, storeImage } from "./pictures.ts";
export { pictureByKey, templateById } from "./store.ts";
