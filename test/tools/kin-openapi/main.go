// Reads documents with Go's kin-openapi, as a Go service would: `{ name: { document, values } }` on stdin, where values are
// `{ component: [value, …] }`; prints `{ name: { problem, verdicts: { component: [accepted, …] } } }`.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

type question struct {
	Document json.RawMessage          `json:"document"`
	Values   map[string][]interface{} `json:"values"`
}

type answer struct {
	Problem  string            `json:"problem,omitempty"`
	Verdicts map[string][]bool `json:"verdicts"`
}

func main() {
	// Modules that import each other in a circle make more references through one component than it follows by default.
	openapi3.CircularReferenceCounter = 100
	var questions map[string]question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	answers := map[string]answer{}
	for name, asked := range questions {
		answers[name] = read(asked)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func read(asked question) answer {
	document, err := openapi3.NewLoader().LoadFromData(asked.Document)
	if err != nil {
		return answer{Problem: "load: " + err.Error()}
	}
	if err := document.Validate(context.Background()); err != nil {
		return answer{Problem: "validate: " + err.Error()}
	}
	// What its router makes of the paths and servers.
	if _, err := gorillamux.NewRouter(document); err != nil {
		return answer{Problem: "route: " + err.Error()}
	}
	verdicts := map[string][]bool{}
	for component, values := range asked.Values {
		schema := document.Components.Schemas[component].Value
		for _, value := range values {
			verdicts[component] = append(verdicts[component], schema.VisitJSON(value) == nil)
		}
	}
	return answer{Verdicts: verdicts}
}
