// Places boxes beside others, for test_beside.py: JSON of a list of the arguments of `placeFor` comes in, the places go out.
import { readFileSync } from "node:fs";

const { placeFor } = await import(process.argv[2]);
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map((each) => placeFor(...each))));
