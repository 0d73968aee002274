// Has the page's program judge the messages in a file; prints [Standard Webhooks, X-Signature] for each.
package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
)

func main() {
	var cases []struct {
		Body        string
		Headers     map[string]string
		Secrets     []string
		PlainSecret string
	}
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil {
		panic(err)
	}
	verdicts := [][]bool{}
	for _, one := range cases {
		body, _ := base64.StdEncoding.DecodeString(one.Body)
		header := func(name string) string { return one.Headers[name] }
		plain := VerifySignature(body, header("x-signature"), one.PlainSecret)
		verdicts = append(verdicts, []bool{Verify(body, header, one.Secrets), plain})
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
