export { deletePictures, type StoredPicture } from "./pictureStore.ts";
