/** Stands in the built pages for the origin that people open; the server puts `APP_URL` there when it reads them. */
export const builtOrigin = 'https://app-url.invalid';
