import { callJson } from './answer.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import { publicMethods } from '../../../bench-workers/service.ts';

/** The server half of plain requests: parse, call the service, answer. */
export class FetchJsonObject extends BenchObject {
  protected override serve(request: Request): Promise<Response> {
    return callJson(request, this.service, publicMethods);
  }
}
