/** Answers of the routes that machines read. */

/** A document as JSON, indented, so that a person can read it too. */
export function jsonResponse(document: object): Response {
  return text(`${JSON.stringify(document, undefined, 2)}\n`, 'application/json');
}

/** A text of a type. Files are UTF-8; the type that readers get is set by what serves them. */
export function text(body: string, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}
