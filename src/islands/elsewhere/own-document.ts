/** What draws a record as HTML makes its figures in a document of its own; in a browser there is one. */
export const parseHTML = (): { document: Document } => ({ document });
